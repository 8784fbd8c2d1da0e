import { z } from "zod";

/** The part of a visitor's concern about a campaign that a case keeps. At its time, only the campaign stays. */
export const concernShape = z.object({
  campaign: z.string(),
  concern: z.string().optional(),
  "reply to": z.string().optional(),
});
export type Concern = z.infer<typeof concernShape>;
