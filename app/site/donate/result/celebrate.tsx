export type CelebrationGiven = { order: string };

/** The confetti starts here. Without script nothing is shown. */
export const Celebration = (_given: CelebrationGiven) => null;
