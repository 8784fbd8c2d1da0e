import { createHmac } from "node:crypto";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { getAdapter } from "better-auth/db/adapter";
import type { Logger } from "pino";
import { z } from "zod";
import { roles, sessionLongestSeconds, type Person } from "#domain/accounts/roles.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { confirmSession } from "#database/accounts/passkeys.ts";
import type { Reads } from "#database/sql.server.ts";
import { cookieIn, sessionCookie } from "#app/http/cookies.ts";
import { checkPassword } from "#operations/accounts/check-password.ts";
import { hashPassword } from "#operations/accounts/hash-password.ts";
import { hashBackupCode, makeBackupCodes } from "#operations/accounts/second-step/make-backup-codes.ts";
import { hashOf, withHashedTokens } from "./hashed-tokens.server.ts";
import { sessionForPasskey } from "./second-step/session-for-passkey.server.ts";
import { tables } from "./tables.server.ts";

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

type Given = { db: Reads; secret: string; publicUrl: string | undefined; log: Logger };

type Entry = { kind: "signed-in"; cookies: string[]; userId: string } | { kind: "refused" };
/** "passkey": the password was right, and is not enough. */
type SignedIn = Entry | { kind: "passkey" } | { kind: "second-step"; cookies: string[] };
/** "over": the password has to be given again. */
type SecondStep = Entry | { kind: "over"; cookies: string[] } | { kind: "locked" };

/**
 * Sessions by better-auth. Its own addresses are not served: what may be asked of it stands here, and the limits, the
 * origin and the role are judged by us before.
 */
export async function openAccounts({ db, secret, publicUrl, log }: Given) {
  const secure = publicUrl?.startsWith("https:") ?? false;
  // The names inside the site: each leaves as `__Host-…` under TLS.
  const cookieName = sessionCookie;
  const secondStepName = "amana.second_step";
  const deviceName = "amana.device";
  const options = {
    ...tables,
    plugins: [...tables.plugins, sessionForPasskey],
    baseURL: publicUrl ?? "http://127.0.0.1",
    secret,
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, ...details) => log.error({ details }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: hashPassword,
        verify: ({ password, hash }) => checkPassword(db, password, hash),
      },
    },
    advanced: {
      cookiePrefix: "amana",
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      cookies: { session_token: { name: cookieName }, two_factor: { name: secondStepName } },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
  const adapter = await getAdapter({ ...options, database: { db, type: "postgres" } });
  const auth = betterAuth({ ...options, database: () => withHashedTokens(adapter) });

  const named = (name: string, headers: Headers) =>
    headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`));
  const gone = (name: string) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

  /** The person who gave the right password, and now has to give a code. */
  async function personOfChallenge(challenge: string | null): Promise<string | null> {
    const [identifier = ""] = decodeURIComponent(challenge ?? "").split(".");
    const { internalAdapter } = await auth.$context;
    return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
  }

  /** As the library looks for it in its list, which has hashes only. */
  async function asStored(userId: string | null, code: string): Promise<string> {
    const hash = userId === null ? null : await hashBackupCode(db, userId, code);
    return hash ?? noCode;
  }

  async function hasPasskey(userId: string): Promise<boolean> {
    const user = await db
      .selectFrom("users")
      .select("has_passkey")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    return user.has_passkey;
  }

  /** A code that was looked at over a shoulder is worth nothing once it was used. */
  async function isReplayed(userId: string, code: string): Promise<boolean> {
    const once = { subject: `code ${code} of ${userId}`, limits: [{ most: 1, within: codeLives }] };
    return (await countAttempt(db, [once])).kind === "limited";
  }

  /** The library counts a used code as a wrong one, and leaves the challenge open. */
  const unlessReplayed = async (userId: string | null, code: string) =>
    userId !== null && (await isReplayed(userId, code)) ? noCode : code;

  return {
    cookieName,
    deviceName,
    secondStepName,
    passkeyKey: createHmac("sha256", secret).update("passkeys").digest("base64url"),

    /** Kept by the browser for a year: see `known_devices`. */
    deviceCookie: (device: string) =>
      `${deviceName}=${device}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`,

    async signIn(name: string, password: string, userAgent: string | null): Promise<SignedIn> {
      const asking = {
        headers: new Headers({ "User-Agent": userAgent ?? "" }),
        returnHeaders: true as const,
      };
      try {
        const { headers, response } = name.includes("@")
          ? await auth.api.signInEmail({ ...asking, body: { email: name, password } })
          : await auth.api.signInUsername({ ...asking, body: { username: name, password } });
        const answered = signedInWithToken.safeParse(response);
        if (!answered.success) return { kind: "second-step", cookies: named(secondStepName, headers) };
        const { token, user } = answered.data;
        if (await hasPasskey(user.id)) {
          await db.deleteFrom("sessions").where("token", "=", hashOf(token)).execute();
          return { kind: "passkey" };
        }
        return { kind: "signed-in", cookies: named(cookieName, headers), userId: user.id };
      } catch (error) {
        if (isRefusal(error)) return { kind: "refused" };
        throw error;
      }
    },

    /** For a person whose passkey was verified: it stands for the password and the second step. */
    async signInByPasskey(userId: string, userAgent: string | null): Promise<Entry> {
      try {
        const { headers, response } = await auth.api.signInByPasskey({
          headers: new Headers({ "User-Agent": userAgent ?? "" }),
          returnHeaders: true,
          body: { userId },
        });
        await confirmSession(db, response.sessionId);
        return { kind: "signed-in", cookies: [...named(cookieName, headers), gone(secondStepName)], userId };
      } catch (error) {
        if (isRefusal(error)) return { kind: "refused" };
        throw error;
      }
    },

    /** The code of the telephone, or one of the codes that were written down for when it is lost. */
    async takeSecondStep(cookies: string, code: string, userAgent: string | null): Promise<SecondStep> {
      const challenge = cookieIn(cookies, secondStepName);
      const userId = await personOfChallenge(challenge);
      const asking = {
        headers: new Headers({
          "User-Agent": userAgent ?? "",
          Cookie: challenge === null ? "" : `${secondStepName}=${challenge}`,
        }),
        returnHeaders: true as const,
      };
      try {
        const { headers, response } = isTimedCode(code)
          ? await auth.api.verifyTOTP({ ...asking, body: { code: await unlessReplayed(userId, code) } })
          : await auth.api.verifyBackupCode({ ...asking, body: { code: await asStored(userId, code) } });
        const { user } = signedInWithToken.parse(response);
        return {
          kind: "signed-in",
          cookies: [...named(cookieName, headers), gone(secondStepName)],
          userId: user.id,
        };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (error.statusCode === 429) return { kind: "locked" };
        return isWrongCode(error) ? { kind: "refused" } : { kind: "over", cookies: [gone(secondStepName)] };
      }
    },

    /** What the telephone has to learn; nothing is asked of anybody before a code of it was right. */
    async beginSecondStep(cookies: string, password: string, issuer: string): Promise<string | null> {
      try {
        const headers = new Headers({ Cookie: cookies });
        const begun = await auth.api.enableTwoFactor({ headers, body: { password, issuer } });
        return "totpURI" in begun ? begun.totpURI : null;
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },

    /** Shows backup codes, so it asks for a code of the new key that nobody used before. */
    async confirmSecondStep(cookies: string, person: Person, code: string) {
      if (person.hasSecondStep || !isTimedCode(code) || (await isReplayed(person.id, code))) return null;
      try {
        const headers = new Headers({ Cookie: cookies });
        const asking = { headers, returnHeaders: true as const, body: { code } };
        const { headers: answered } = await auth.api.verifyTOTP(asking);
        return {
          cookies: named(cookieName, answered),
          backupCodes: await makeBackupCodes(db, person.id),
        };
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },

    /** Asked again before what an open browser alone must not be enough for. */
    async isOwnCode(cookies: string, person: Person, code: string): Promise<boolean> {
      try {
        const headers = new Headers({ Cookie: cookies });
        if (!isTimedCode(code)) {
          const body = { code: await asStored(person.id, code), disableSession: true };
          await auth.api.verifyBackupCode({ headers, body });
          return true;
        }
        await auth.api.verifyTOTP({ headers, body: { code } });
        return !(await isReplayed(person.id, code));
      } catch (error) {
        if (isRefusal(error)) return false;
        throw error;
      }
    },

    async endSecondStep(cookies: string, password: string): Promise<{ cookies: string[] } | null> {
      try {
        const headers = new Headers({ Cookie: cookies });
        const ended = await auth.api.disableTwoFactor({ headers, returnHeaders: true, body: { password } });
        return { cookies: named(cookieName, ended.headers) };
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },

    /** Who brings these cookies, and how the session's cookie changes: it is renewed while used, and goes when it ended. */
    async whoIs(cookies: string): Promise<{ person: Person | null; cookies: string[] }> {
      const headers = new Headers({ Cookie: cookies });
      try {
        const found = await auth.api.getSession({ headers, returnHeaders: true });
        if (!found.response) return { person: null, cookies: [gone(cookieName)] };
        const { session, user } = found.response;
        const age = Date.now() - session.createdAt.getTime();
        const { banned, twoFactorEnabled, ...known } = personShape.parse(user);
        if (age < sessionLongestSeconds * 1000 && !banned) {
          const person = { ...known, sessionId: session.id, hasSecondStep: twoFactorEnabled };
          return { person, cookies: named(cookieName, found.headers) };
        }
        await auth.api.signOut({ headers });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      return { person: null, cookies: [gone(cookieName)] };
    },

    async signOut(cookies: string): Promise<{ cookies: string[] }> {
      await auth.api.signOut({ headers: new Headers({ Cookie: cookies }) });
      return { cookies: [gone(cookieName)] };
    },
  };
}

/** A code holds for its half minute and the one before and after it. */
const codeLives = 120;

/** Is in no list of hashes, and is no code of an app. */
const noCode = "none";

const isTimedCode = (code: string) => /^\d{6}$/.test(code);

const personShape = z.object({
  id: z.string(),
  username: z.string().nullish().default(null),
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.date(),
  banned: z.boolean().nullish(),
  mustChangePassword: z.boolean(),
  hasPasskey: z.boolean(),
  twoFactorEnabled: z.boolean().nullish().default(false).transform(Boolean),
});

const signedInWithToken = z.object({ user: z.object({ id: z.string() }), token: z.string() });

function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError && error.statusCode < 500;
}

const isWrongCode = ({ body }: APIError) =>
  body?.code === "INVALID_CODE" || body?.code === "INVALID_BACKUP_CODE";
