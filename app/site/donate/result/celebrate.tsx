export type CelebrationGiven = { order: string };

/** Where the confetti begins; without script there is nothing to see. */
export const Celebration = (_given: CelebrationGiven) => null;
