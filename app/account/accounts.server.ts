import { createHash } from "node:crypto";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { getAdapter } from "better-auth/db/adapter";
import { admin } from "better-auth/plugins/admin";
import { username } from "better-auth/plugins/username";
import type { Logger } from "pino";
import { z } from "zod";
import { roles, sessionIdleSeconds, sessionLongestSeconds, type Person } from "#domain/account.ts";
import { sharedSecret } from "#database/secrets.ts";
import type { Reads } from "#database/sql.server.ts";
import { hashPassword, isPassword } from "#operations/hash-password.ts";

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

type Given = { db: Reads; publicUrl: string | undefined; log: Logger };

type SignedIn = { kind: "signed-in"; cookies: string[] } | { kind: "refused" };

/**
 * Sessions by better-auth. Its own addresses are not served: what may be asked of it stands here, and the limits, the
 * origin and the role are judged by us before.
 */
export async function openAccounts({ db, publicUrl, log }: Given) {
  const secure = publicUrl?.startsWith("https:") ?? false;
  const cookieName = `${secure ? "__Host-" : ""}amana.session`;
  const options = {
    ...tables,
    baseURL: publicUrl ?? "http://127.0.0.1",
    secret: await sharedSecret(db, "sessions"),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, ...details) => log.error({ details }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: ({ password, hash }) => isPassword(password, hash) },
    },
    advanced: {
      cookiePrefix: "amana",
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      cookies: { session_token: { name: cookieName } },
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions;
  const adapter = await getAdapter({ ...options, database: { db, type: "postgres" } });
  const auth = betterAuth({ ...options, database: () => withHashedTokens(adapter) });

  const ours = (headers: Headers) =>
    headers.getSetCookie().filter((cookie) => cookie.startsWith(`${cookieName}=`));

  return {
    cookieName,

    async signIn(name: string, password: string, userAgent: string | null): Promise<SignedIn> {
      const asking = {
        headers: new Headers({ "User-Agent": userAgent ?? "" }),
        returnHeaders: true as const,
      };
      try {
        const { headers } = name.includes("@")
          ? await auth.api.signInEmail({ ...asking, body: { email: name, password } })
          : await auth.api.signInUsername({ ...asking, body: { username: name, password } });
        return { kind: "signed-in", cookies: ours(headers) };
      } catch (error) {
        if (isRefusal(error)) return { kind: "refused" };
        throw error;
      }
    },

    /** Who brings these cookies, and how the session's cookie changes: it is renewed while used, and goes when it ended. */
    async whoIs(cookies: string): Promise<{ person: Person | null; cookies: string[] }> {
      const headers = new Headers({ Cookie: cookies });
      try {
        const found = await auth.api.getSession({ headers, returnHeaders: true });
        if (!found.response) return { person: null, cookies: [gone(cookieName, secure)] };
        const { session, user } = found.response;
        const age = Date.now() - session.createdAt.getTime();
        const person = personShape.parse(user);
        if (age < sessionLongestSeconds * 1000 && !person.banned)
          return { person, cookies: ours(found.headers) };
        await auth.api.signOut({ headers });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      return { person: null, cookies: [gone(cookieName, secure)] };
    },

    async signOut(cookies: string): Promise<{ cookies: string[] }> {
      await auth.api.signOut({ headers: new Headers({ Cookie: cookies }) });
      return { cookies: [gone(cookieName, secure)] };
    },
  };
}

const tables = {
  user: {
    modelName: "users",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
  },
  session: {
    modelName: "sessions",
    expiresIn: sessionIdleSeconds,
    updateAge: 60,
    fields: {
      userId: "user_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  account: {
    modelName: "credentials",
    fields: {
      userId: "user_id",
      providerId: "provider_id",
      accountId: "account_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  verification: {
    modelName: "verifications",
    fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
  },
  plugins: [
    username({ schema: { user: { fields: { displayUsername: "display_username" } } } }),
    admin({
      defaultRole: "organizer",
      schema: {
        user: { fields: { banReason: "ban_reason", banExpires: "ban_expires" } },
        session: { fields: { impersonatedBy: "impersonated_by" } },
      },
    }),
  ],
} satisfies BetterAuthOptions;

const personShape = z.object({
  id: z.string(),
  username: z.string().nullish().default(null),
  email: z.string(),
  role: z.enum(roles),
  createdAt: z.date(),
  banned: z.boolean().nullish(),
});

type Adapter = Awaited<ReturnType<typeof getAdapter>>;
type AdapterInTransaction = Omit<Adapter, "transaction">;

/** The table knows a session by the hash of its token only: a copy of the database signs nobody in. */
function withHashedTokens(adapter: Adapter): Adapter {
  return {
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((inner) => work(hashing(inner))),
  };
}

function hashing<Inner extends AdapterInTransaction>(adapter: Inner): Inner {
  return {
    ...adapter,
    async create(asked) {
      const token: unknown = asked.model === "session" ? Reflect.get(asked.data, "token") : undefined;
      if (typeof token !== "string") return adapter.create(asked);
      return withToken(
        await adapter.create({ ...asked, data: { ...asked.data, token: hashOf(token) } }),
        token,
      );
    },
    async findOne(asked) {
      return withToken(await adapter.findOne({ ...asked, where: hashed(asked) }), tokenIn(asked));
    },
    findMany: (asked) => adapter.findMany({ ...asked, where: hashed(asked) }),
    async update(asked) {
      return withToken(await adapter.update({ ...asked, where: hashed(asked) }), tokenIn(asked));
    },
    updateMany: (asked) => adapter.updateMany({ ...asked, where: hashed(asked) }),
    delete: (asked) => adapter.delete({ ...asked, where: hashed(asked) }),
    deleteMany: (asked) => adapter.deleteMany({ ...asked, where: hashed(asked) }),
  } satisfies AdapterInTransaction;
}

type Asked = { model: string; where?: Parameters<Adapter["delete"]>[0]["where"] | undefined };

function hashed({ model, where = [] }: Asked): NonNullable<Asked["where"]> {
  if (model !== "session") return where;
  return where.map((each) => {
    if (each.field !== "token") return each;
    if (typeof each.value === "string") return { ...each, value: hashOf(each.value) };
    return Array.isArray(each.value)
      ? { ...each, value: each.value.map((one) => hashOf(String(one))) }
      : each;
  });
}

function tokenIn({ model, where = [] }: Asked): string | undefined {
  const value = model === "session" ? where.find(({ field }) => field === "token")?.value : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Whoever gave the token gets it back with the row, as if it stood there. */
function withToken<Row>(row: Row, token: string | undefined): Row {
  if (token !== undefined && typeof row === "object" && row !== null) Object.assign(row, { token });
  return row;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const gone = (name: string, secure: boolean) =>
  `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.statusCode < 500;
}
