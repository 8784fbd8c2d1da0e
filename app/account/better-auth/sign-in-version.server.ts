import type { BetterAuthOptions } from "better-auth";
import { z } from "zod";

const header = "X-Sign-In-Version";

/**
 * For a call of the library that may sign a person in. Read the version before checking the password, code or passkey:
 * the database refuses the session if it has changed by then.
 */
export const withVersion = (version: number | null, headers: Record<string, string>) =>
  new Headers({ ...headers, ...(version !== null && { [header]: String(version) }) });

/** The library's call, with the session that it read if it replaces one. */
type Call = { headers?: Headers | undefined; context: { session: { user: object } | null } } | null;

function versionIn(call: Call): number | null {
  const given = call?.headers?.get(header) ?? null;
  if (given !== null) return z.coerce.number().parse(given);
  return replaced.parse(call?.context.session?.user ?? {}).signInVersion;
}

const replaced = z.object({ signInVersion: z.number().nullable().default(null) });

/** Writes the version into each session, and into each challenge that asks for a code after the password. */
export const keepVersions = {
  session: {
    create: { before: async (session, call) => ({ data: { ...session, signInVersion: versionIn(call) } }) },
  },
  verification: {
    create: {
      before: async (challenge, call) => ({ data: { ...challenge, signInVersion: versionIn(call) } }),
    },
  },
} satisfies BetterAuthOptions["databaseHooks"];
