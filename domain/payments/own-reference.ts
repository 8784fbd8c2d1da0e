export const referenceAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** 26 characters of 5 bits, so no other system makes one by chance. */
export const referenceLength = 26;

const ownForm = new RegExp(`^[${referenceAlphabet}]{${referenceLength}}$`);

/** True if a site such as this one made the reference. */
export const isOwnReference = (reference: string): boolean => ownForm.test(reference);
