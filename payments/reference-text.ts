/** Providers write these where they have no reference. Stored, the second one would collide with the first. */
const none = /^(?:[0.]+|n[./]?a\.?|nil|none|null|undefined|unknown)$/i;

/** A longer text is no reference, and an index cannot hold it. */
export const longestReference = 100;

/** Null if there is no letter or digit in it. An invisible character would collide too. */
export function referenceText(written: string | null | undefined): string | null {
  const text = written?.replaceAll(/^[\p{C}\p{Z}]+|[\p{C}\p{Z}]+$/gu, "") ?? "";
  return !/[\p{L}\p{N}]/u.test(text) || none.test(text) || text.length > longestReference ? null : text;
}
