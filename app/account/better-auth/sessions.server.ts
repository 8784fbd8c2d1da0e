import { z } from "zod";
import { roles, sessionLongestSeconds, type Person } from "#domain/accounts/roles.ts";
import { sessionCookie } from "#app/http/cookies.ts";
import { cookiesNamed, isRefusal, removedCookie, type Library } from "./library.server.ts";

export function sessionsOf(auth: Library) {
  return {
    /** The person, and the session cookie: renewed while in use, removed when the session is over. */
    async readSession(cookies: string): Promise<{ person: Person | null; cookies: string[] }> {
      const headers = new Headers({ Cookie: cookies });
      try {
        const found = await auth.api.getSession({ headers, returnHeaders: true });
        if (!found.response) return { person: null, cookies: [removedCookie(sessionCookie)] };
        const { session, user } = found.response;
        const age = Date.now() - session.createdAt.getTime();
        const { banned, twoFactorEnabled, ...known } = personShape.parse(user);
        if (age < sessionLongestSeconds * 1000 && !banned) {
          const person = { ...known, sessionId: session.id, hasSecondStep: twoFactorEnabled };
          return { person, cookies: cookiesNamed(sessionCookie, found.headers) };
        }
        await auth.api.signOut({ headers });
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
      return { person: null, cookies: [removedCookie(sessionCookie)] };
    },

    async signOut(cookies: string): Promise<{ cookies: string[] }> {
      await auth.api.signOut({ headers: new Headers({ Cookie: cookies }) });
      return { cookies: [removedCookie(sessionCookie)] };
    },
  };
}

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
