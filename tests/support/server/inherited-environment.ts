/** Programs of a test get nothing else from the environment of `npm test`. */
export const inheritedEnvironment = {
  PATH: process.env["PATH"],
  TMPDIR: process.env["TMPDIR"],
  // Otherwise each of some hundred programs strips and compiles the same modules again.
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
