/** Providers write these where they have no reference. Stored, the second one would collide with the first. */
const none = /^(?:0+|-+|n\/?a|nil|none|null|undefined)$/i;

export function referenceText(written: string | null | undefined): string | null {
  const text = written?.trim() ?? "";
  return text === "" || none.test(text) ? null : text;
}
