import type { APIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { z } from "zod";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { isLateSession } from "#database/database-errors.ts";
import { secondsLocked } from "#database/accounts/second-step.ts";
import type { Reads } from "#database/sql.server.ts";
import { cookieIn, sessionCookie } from "#app/http/cookies.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { hashBackupCode, makeBackupCodes } from "#operations/accounts/second-step/make-backup-codes.ts";
import {
  cookiesNamed,
  isRefusal,
  removedCookie,
  secondStepName,
  type Entry,
  type Library,
} from "./library.server.ts";
import { signedInWithToken } from "./sign-in.server.ts";
import { withVersion } from "./sign-in-version.server.ts";

/** The password must be entered again: "clashed" if another sign-in to the account took a code at the same moment. */
type SecondStep =
  | Extract<Entry, { kind: "signed-in" }>
  /** Null without a valid challenge, so the password before it is not known to be right. */
  | ({ userId: string | null } & (
      | { kind: "refused" }
      | { kind: "over" | "clashed"; cookies: string[] }
      | { kind: "locked"; retryAfter: number }
    ));

export function takingCodes(auth: Library, db: Reads) {
  /** The account that entered the right password and now needs a code. */
  async function findChallenge(challenge: string | null): Promise<Challenge> {
    // Anyone can write the cookie. The name before its signature needs no escapes.
    const [identifier = ""] = (challenge ?? "").split(".");
    if (!/^[\w-]+$/.test(identifier)) return unknown;
    const { internalAdapter } = await auth.$context;
    const found = challengeShape.safeParse(await internalAdapter.findVerificationValue(identifier));
    return found.success ? { userId: found.data.value, version: found.data.signInVersion } : unknown;
  }

  /** The library counts a replaced code as wrong and keeps the challenge open. */
  const unlessSpent = async (userId: string | null, code: string) =>
    userId === null || ((await isCurrent(auth, userId, code)) && !(await isReplayed(db, userId, code)))
      ? code
      : noCode;

  return {
    async takeSecondStep(cookies: string, code: string, userAgent: string | null): Promise<SecondStep> {
      const challenge = cookieIn(cookies, secondStepName);
      const { userId, version } = await findChallenge(challenge);
      const asking = {
        headers: withVersion(version, {
          "User-Agent": userAgent ?? "",
          Cookie: challenge === null ? "" : `${secondStepName}=${challenge}`,
        }),
        returnHeaders: true as const,
      };
      try {
        const { headers, response } = isTimedCode(code)
          ? await auth.api.verifyTOTP({ ...asking, body: { code: await unlessSpent(userId, code) } })
          : await auth.api.verifyBackupCode({ ...asking, body: { code: await asStored(db, userId, code) } });
        const { user } = signedInWithToken.parse(response);
        return {
          kind: "signed-in",
          cookies: [...cookiesNamed(sessionCookie, headers), removedCookie(secondStepName)],
          userId: user.id,
        };
      } catch (error) {
        if (isLateSession(error)) return { kind: "over", userId, cookies: [removedCookie(secondStepName)] };
        if (!isRefusal(error)) throw error;
        if (error.statusCode === 429)
          return { kind: "locked", userId, retryAfter: await secondsLocked(db, userId) };
        if (isWrongCode(error)) return { kind: "refused", userId };
        const kind = error.statusCode === 409 ? "clashed" : "over";
        return { kind, userId, cookies: [removedCookie(secondStepName)] };
      }
    },
  };
}

export function settingUpCodes(auth: Library, db: Reads) {
  return {
    /** Returns the key for the app. The second step is required only after a correct code. */
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

    /** Refuses a used code, because the answer shows the backup codes. */
    async confirmSecondStep(cookies: string, person: Person, code: string) {
      if (person.hasSecondStep || !isTimedCode(code)) return null;
      if (!(await isCurrent(auth, person.id, code)) || (await isReplayed(db, person.id, code))) return null;
      try {
        const headers = new Headers({ Cookie: cookies });
        const asking = { headers, returnHeaders: true as const, body: { code } };
        const { headers: answered } = await auth.api.verifyTOTP(asking);
        return {
          cookies: cookiesNamed(sessionCookie, answered),
          made: await makeBackupCodes(db, person.id),
        };
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },

    /** Before sensitive actions, in case the screen was left unattended. */
    async isOwnCode(cookies: string, person: Person, code: string): Promise<boolean> {
      try {
        const headers = new Headers({ Cookie: cookies });
        if (!isTimedCode(code)) {
          const body = { code: await asStored(db, person.id, code), disableSession: true };
          await auth.api.verifyBackupCode({ headers, body });
          return true;
        }
        if (!(await isCurrent(auth, person.id, code))) return false;
        await auth.api.verifyTOTP({ headers, body: { code } });
        return !(await isReplayed(db, person.id, code));
      } catch (error) {
        if (isRefusal(error)) return false;
        throw error;
      }
    },

    async endSecondStep(cookies: string, password: string): Promise<{ cookies: string[] } | null> {
      try {
        const headers = new Headers({ Cookie: cookies });
        const ended = await auth.api.disableTwoFactor({ headers, returnHeaders: true, body: { password } });
        return { cookies: cookiesNamed(sessionCookie, ended.headers) };
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },
  };
}

/** `version`: of the password that was entered before. */
type Challenge = { userId: string | null; version: number | null };
const unknown: Challenge = { userId: null, version: null };
const challengeShape = z.object({ value: z.string(), signInVersion: z.number().nullable() });

/** Backup codes are stored as hashes, and the library compares with its list. */
async function asStored(db: Reads, userId: string | null, code: string): Promise<string> {
  const hash = userId === null ? null : await hashBackupCode(db, userId, code);
  return hash ?? noCode;
}

/** The library also accepts the codes before and after. A code must not live longer than its half minute. */
async function isCurrent(auth: Library, userId: string, code: string): Promise<boolean> {
  const { adapter, secretConfig } = await auth.$context;
  const row = await adapter.findOne({ model: "twoFactor", where: [{ field: "userId", value: userId }] });
  if (row === null) return false;
  const secret = await symmetricDecrypt({ key: secretConfig, data: storedKey.parse(row).secret });
  return isSameSecret((await auth.api.generateTOTP({ body: { secret } })).code, code);
}

const storedKey = z.object({ secret: z.string() });

/** Prevents a second use of a code that someone saw on the screen. */
async function isReplayed(db: Reads, userId: string, code: string): Promise<boolean> {
  const once = { subject: `code ${code} of ${userId}`, limits: [{ most: 1, within: codeLives }] };
  return (await countAttempt(db, [once])).kind === "limited";
}

/** Seconds. Longer than a code's half minute, because the clock of the database can be slower. */
const codeLives = 120;

const noCode = "none";

const isTimedCode = (code: string) => /^\d{6}$/.test(code);

const isWrongCode = ({ body }: APIError) =>
  body?.code === "INVALID_CODE" || body?.code === "INVALID_BACKUP_CODE";
