/** In milliseconds, for what comes by itself. It ends only what hangs, also on a slow and busy machine. */
export const patience = 300_000;
