/** Encrypts texts with the key of the installation, which is not in the database. */
export type Seal = {
  /** A text sealed for one purpose cannot be opened for another. */
  seal(purpose: string, text: string): string;
  /** Null if no key opens it, or if it was sealed for another purpose. */
  open(purpose: string, sealed: string): string | null;
  /** True if the first key sealed it. Values of older keys are sealed again. */
  isCurrent(purpose: string, sealed: string): boolean;
  /** Part of a hash of each key. It tells nothing about the key. */
  keyIds: readonly string[];
  /** The id of the key that sealed it, or null. */
  sealedWith(purpose: string, sealed: string): string | null;
  /** The same seal with these of its keys only. The first one seals. */
  withKeys(ids: readonly string[]): Seal;
};

/** Distinguishes a sealed value from a plain value of an earlier version. */
export const isSealed = (value: string) => /^v\d+\./.test(value);
