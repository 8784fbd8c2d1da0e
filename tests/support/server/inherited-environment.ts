import { keptClusters } from "#tests/support/database/copied-clusters.ts";

/** Programs of a test get nothing else from the environment of `npm test`. */
export const inheritedEnvironment = {
  PATH: process.env["PATH"],
  TMPDIR: process.env["TMPDIR"],
  // Otherwise each of some hundred programs strips and compiles the same modules again.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
  [keptClusters]: process.env[keptClusters],
};

/** For programs that can create a database. */
export const withCopiedClusters = [
  "--import",
  new URL("../database/copy-clusters.ts", import.meta.url).href,
] as const;
