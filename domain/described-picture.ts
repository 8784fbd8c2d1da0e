import { z } from "zod";
import type { DescribedPicture } from "./content.ts";
import { focusStep, longestAlt } from "./picture.ts";

const percent = z.number().int().min(0).max(100).multipleOf(focusStep);
const pixels = z.number().int().positive();

/** As a part of what staff edit; it also reads what an earlier version kept. */
export const describedPicture = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  width: pixels,
  height: pixels,
  alt: z.object({ en: z.string().min(1).max(longestAlt), sw: z.string().min(1).max(longestAlt).nullable() }),
  focus: z.object({ x: percent, y: percent }),
}) satisfies z.ZodType<DescribedPicture>;
