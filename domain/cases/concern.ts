import { z } from "zod";

/** What a case keeps of a visitor's concern about a campaign. */
export const concernShape = z.object({
  campaign: z.string(),
  concern: z.string(),
  "reply to": z.string().optional(),
});
export type Concern = z.infer<typeof concernShape>;
