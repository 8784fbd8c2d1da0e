import { createHmac } from "node:crypto";
import { sessionCookie } from "#app/http/cookies.ts";
import { settingUpCodes, takingCodes } from "./better-auth/codes.server.ts";
import { deviceName, openLibrary, secondStepName, type Opening } from "./better-auth/library.server.ts";
import { sessionsOf } from "./better-auth/sessions.server.ts";
import { readsSignedSessions } from "./better-auth/signed-session.server.ts";
import { signingIn } from "./better-auth/sign-in.server.ts";

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The routes of better-auth are not served. Our own routes check limits, origin and role first. */
export async function openAccounts(opening: Opening) {
  const { db, secret } = opening;
  const auth = await openLibrary(opening);
  return {
    cookieName: sessionCookie,
    deviceName,
    secondStepName,
    passkeyKey: createHmac("sha256", secret).update("passkeys").digest("base64url"),
    /** Lasts one year, like the row in `known_devices`. */
    deviceCookie: (device: string) =>
      `${deviceName}=${device}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`,
    signedSession: readsSignedSessions(secret),
    ...signingIn(auth, db),
    ...takingCodes(auth, db),
    ...settingUpCodes(auth, db),
    ...sessionsOf(auth),
  };
}
