/** PostgreSQL cannot store the character 0 in text, nor half of a character in JSON. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

/** The start of a text from outside. A cut can leave half of a character. */
export const startOfText = (text: string, most: number): string => storableText(text.slice(0, most));
