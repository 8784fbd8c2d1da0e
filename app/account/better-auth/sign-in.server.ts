import { z } from "zod";
import { isLateSession } from "#database/database-errors.ts";
import { hasPasskey } from "#database/accounts/passkeys.ts";
import { endSessionOfToken } from "#operations/accounts/end-sessions.ts";
import { confirmSession } from "#operations/accounts/second-step/confirm-session.ts";
import type { Reads } from "#database/sql.server.ts";
import { sessionCookie } from "#app/http/cookies.ts";
import { tokenHash } from "./hashed-tokens.server.ts";
import {
  cookiesNamed,
  isRefusal,
  removedCookie,
  secondStepName,
  type Entry,
  type Library,
} from "./library.server.ts";
import { withVersion } from "./sign-in-version.server.ts";

/** "passkey": the password was right, but the account also needs its passkey. */
type SignedIn = Entry | { kind: "passkey" } | { kind: "second-step"; cookies: string[] };

export const signedInWithToken = z.object({ user: z.object({ id: z.string() }), token: z.string() });

export function signingIn(auth: Library, db: Reads) {
  return {
    async signIn(
      { name, password, version }: { name: string; password: string; version: number | null },
      userAgent: string | null,
    ): Promise<SignedIn> {
      const asking = {
        headers: withVersion(version, { "User-Agent": userAgent ?? "" }),
        returnHeaders: true as const,
      };
      try {
        const { headers, response } = name.includes("@")
          ? await auth.api.signInEmail({ ...asking, body: { email: name, password } })
          : await auth.api.signInUsername({ ...asking, body: { username: name, password } });
        const answered = signedInWithToken.safeParse(response);
        if (!answered.success) return { kind: "second-step", cookies: cookiesNamed(secondStepName, headers) };
        const { token, user } = answered.data;
        if (await hasPasskey(db, user.id)) {
          await endSessionOfToken(db, tokenHash(token));
          return { kind: "passkey" };
        }
        return { kind: "signed-in", cookies: cookiesNamed(sessionCookie, headers), userId: user.id };
      } catch (error) {
        if (isRefusal(error) || isLateSession(error)) return { kind: "refused" };
        throw error;
      }
    },

    /** Call this only after verifying the passkey. It replaces the password and the second step. */
    async signInByPasskey(
      { userId, version }: { userId: string; version: number },
      userAgent: string | null,
    ): Promise<Entry> {
      try {
        const { headers, response } = await auth.api.signInByPasskey({
          headers: withVersion(version, { "User-Agent": userAgent ?? "" }),
          returnHeaders: true,
          body: { userId },
        });
        await confirmSession(db, response.sessionId);
        return {
          kind: "signed-in",
          cookies: [...cookiesNamed(sessionCookie, headers), removedCookie(secondStepName)],
          userId,
        };
      } catch (error) {
        if (isRefusal(error) || isLateSession(error)) return { kind: "refused" };
        throw error;
      }
    },
  };
}
