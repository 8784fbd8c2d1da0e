/** Milliseconds to wait for automatic events. It only ends hanging tests, also on a slow and busy machine. */
export const patience = 180_000;
