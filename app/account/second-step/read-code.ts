/** People type codes in groups and in any case, and copy the spaces around them. */
export const readCode = (typed: string): string => typed.replace(/[\s-]/g, "").toLowerCase().slice(0, 20);
