export const consentKey = "visitor_consent";

/** Version 2 is the first real choice: the old site stored analytics as true whatever the visitor chose. */
export const consentVersion = 2;
