import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { getAdapter } from "better-auth/db/adapter";
import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { sessionCookie } from "#app/http/cookies.ts";
import { checkPassword } from "#operations/accounts/password/check.ts";
import { hashPassword } from "#operations/accounts/password/hash.ts";
import { sessionForPasskey } from "#app/account/second-step/session-for-passkey.server.ts";
import { withHashedTokens } from "./hashed-tokens.server.ts";
import { keepVersions } from "./sign-in-version.server.ts";
import { tables } from "./tables.server.ts";

export type Library = Awaited<ReturnType<typeof openLibrary>>;

export type Entry = { kind: "signed-in"; cookies: string[]; userId: string } | { kind: "refused" };

export type Opening = { db: Reads; secret: string; publicUrl: string | undefined; log: Logger };

/** Internal names. Under TLS each cookie is sent as `__Host-…`. */
export const secondStepName = "amana.second_step";
export const deviceName = "amana.device";

export async function openLibrary({ db, secret, publicUrl, log }: Opening) {
  const secure = publicUrl?.startsWith("https:") ?? false;
  const options = {
    ...tables,
    plugins: [...tables.plugins, sessionForPasskey],
    baseURL: publicUrl ?? "http://127.0.0.1",
    secret,
    databaseHooks: keepVersions,
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
      cookies: { session_token: { name: sessionCookie }, two_factor: { name: secondStepName } },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
  const adapter = await getAdapter({ ...options, database: { db, type: "postgres" } });
  return betterAuth({ ...options, database: () => withHashedTokens(adapter) });
}

export const cookiesNamed = (name: string, headers: Headers) =>
  headers.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`));

export const removedCookie = (name: string) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError && error.statusCode < 500;
}
