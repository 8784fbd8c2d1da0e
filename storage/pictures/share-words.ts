import { createHash } from "node:crypto";
import { z } from "zod";

export const shareImage = { width: 1200, height: 630, name: "share.jpg" };

const shown = z.object({
  fund: z.string(),
  title: z.string(),
  raised: z.string(),
  /** Null if the campaign has no goal. */
  progress: z.object({ percent: z.number(), text: z.string(), goal: z.string() }).nullable(),
  /** Of the photo, which is drawn only if it is available. */
  photo: z.string().nullable(),
  focus: z.object({ x: z.number(), y: z.number() }).nullable(),
});

/** All texts and numbers of a share picture, in one language. */
export type ShareWords = z.infer<typeof shown>;

// Part of every version, because messengers cache a picture by its URL. Raise it when the drawing changes.
const recipe = "4";

/** Identical for the same picture, so a version is drawn once. */
export function shareVersion(words: ShareWords): string {
  return createHash("sha256")
    .update(JSON.stringify([recipe, words]))
    .digest("hex")
    .slice(0, 16);
}

/** One line of words. The photo follows it. */
export function writeShareOrder(words: ShareWords, photo: Buffer | null): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(words)}\n`), photo ?? Buffer.alloc(0)]);
}

export function readShareOrder(order: Buffer): { words: ShareWords; photo: Buffer | null } {
  const line = order.indexOf("\n");
  const photo = order.subarray(line + 1);
  const words = shown.parse(JSON.parse(order.toString("utf8", 0, line)));
  return { words, photo: photo.length === 0 ? null : photo };
}
