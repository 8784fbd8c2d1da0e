import { z } from "zod";
import { written } from "./written.ts";

/** What staff edit as one, as their forms give it. A picture is named by its id. */
const picture = z
  .string()
  .nullable()
  .transform((id) => id || null);

export const heroRecord = z.strictObject({
  title: written(120),
  subtitle: written(400),
  buttonText: written(40),
  picture,
  stats: z
    .array(
      z.strictObject({ label: written(60), value: z.string().trim().min(1, "This cannot be empty").max(40) }),
    )
    .max(3, "There is room for three figures"),
});
