import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const usual = crypto.argon2;
const least = { memory: 8, passes: 1 };
let isQuick = true;

/**
 * A hash of a password takes 30 ms of the processor on purpose, and the sites of tests make some thousand. Here they
 * name the usual cost, and are made with the least. Programs without this cannot check them. It must run before the
 * site's code is loaded.
 */
export function replaceSlowHashes(): void {
  const argon2: typeof usual = (algorithm, parameters, done) =>
    usual(algorithm, isQuick ? { ...parameters, ...least } : parameters, done);
  Object.assign(crypto, { argon2 });
  syncBuiltinESMExports();
}

/** For a site that shares passwords with other programs. */
export function useSlowHashes(areSlow: boolean): void {
  isQuick = !areSlow;
}
