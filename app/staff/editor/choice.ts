/** The name of the choice between two versions of a field. */
export const choiceOf = (path: string) => `choose:${path}`;
