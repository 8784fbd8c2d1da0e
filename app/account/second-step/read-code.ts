/** Codes are typed in groups, in any case, and copied with the spaces around them. */
export const readCode = (typed: string): string => typed.replace(/[\s-]/g, "").toLowerCase().slice(0, 20);
