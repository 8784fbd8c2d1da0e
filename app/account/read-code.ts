/** Codes are typed in groups and copied with what stands around them; a written-down one has a hyphen. */
export function readCode(typed: string): string {
  const bare = typed.replace(/\s/g, "").slice(0, 20);
  return /^\d{3}-\d{3}$/.test(bare) ? bare.replace("-", "") : bare;
}
