/** The form field with the choice between two versions. */
export const choiceOf = (path: string) => `choose:${path}`;
