/** Providers send "" or blanks if they have no reference. A second stored "" would collide with the first. */
export function referenceText(written: string | null | undefined): string | null {
  return written?.trim() || null;
}
