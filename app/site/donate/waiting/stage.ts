/** Seconds after the start at which the waiting text changes. */
export const helpsAfter = 30;
const slowAfter = 90;

/** The index of the text for a donor who has waited so long. */
export const stageAt = (seconds: number) => (seconds < helpsAfter ? 0 : seconds < slowAfter ? 1 : 2);
