/** Seals texts with the key of the installation, which is not in the database. */
export type Seal = {
  /** A text that is sealed for one purpose does not open for another. */
  seal(purpose: string, text: string): string;
  /** Null when none of the keys opens it, or when it was sealed for another purpose. */
  open(purpose: string, sealed: string): string | null;
  /** Whether the first key seals it already. Values of older keys are sealed again. */
  isCurrent(purpose: string, sealed: string): boolean;
};

/** Tells a sealed value from one that an earlier version stored in clear. */
export const isSealed = (value: string) => /^v\d+\./.test(value);
