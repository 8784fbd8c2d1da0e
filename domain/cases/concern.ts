import { z } from "zod";

/** What a case keeps of a visitor's concern about a campaign. At its time, only the campaign stays. */
export const concernShape = z.object({
  campaign: z.string(),
  concern: z.string().optional(),
  "reply to": z.string().optional(),
});
export type Concern = z.infer<typeof concernShape>;
