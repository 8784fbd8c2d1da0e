/** The form field with the choice between two versions. */
export const choiceOf = (path: string) => `choose:${path}`;

/** The form field that says whether the other version is a draft or the published record. */
export const comparedWith = "compared-with";

/** The form field with the date and time of a scheduled publication. */
export const publishAtField = "publishAt";

/** The buttons that send the form, also with script. The others add, remove or move an item of a list. */
export const sentIntents = ["save", "draft", "schedule"] as const;

/** The form field with the button that sent the form before an answer to its question. */
export const sentAsField = "sentAs";

export type SentIntent = (typeof sentIntents)[number];
