export const consentKey = "visitor_consent";

/** Version 2 is the first real choice: the old site always stored analytics as true. */
export const consentVersion = 2;
