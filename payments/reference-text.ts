/** Providers send "" or blanks where they have no reference. Stored, a second "" would collide with the first. */
export function referenceText(written: string | null | undefined): string | null {
  return written?.trim() || null;
}
