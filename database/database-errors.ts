import pg from "pg";
import { NoPrimary } from "./connect.ts";

// These codes mean: lost or refused connections, a server that starts or stops, no room for another connection or
// byte, a role or a password that is refused (a change of passwords, a failover), a database that is missing or being
// restored, a read-only standby, a lock that others held for too long, a statement or a transaction that took too long, a
// deadlock.
const sqlStates = /^(?:08...|57P0[1-5]|57014|53[0-4]00|25006|25P03|28000|28P01|3D000|40P01|55000|55P03)$/;
const socketErrors = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOENT", "ENOTFOUND"],
  // A machine or a network that is down, and a name server that does not answer.
  ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "EAI_AGAIN"],
]);

/** A statement or a transaction that took too long, a lock that others held for too long, a deadlock. */
const slowStates = new Set(["57014", "25P03", "55P03", "40P01"]);

/** True if the database refused a donation because its campaign was held after we had read it. */
export const isHeldCampaign = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === "donations_campaign_is_not_held";

/** True if another payment got this provider's id in a transaction that was open when we looked. */
export const isTakenReference = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === "payments_by_provider_reference";

/** True if the password, a code or a passkey changed while a sign-in with the earlier one was under way. */
export const isLateSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === "sessions_are_not_late";

/** True if the database works, but this statement had to wait for too long. */
export const isSlow = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && slowStates.has(error.code ?? "");

/** True if the database is unavailable and a retry can succeed. All other errors are bugs of the program. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? "");
  if (error instanceof NoPrimary) return true;
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && socketErrors.has(error.code)) return true;
  // The driver has these words only. A frozen server gives the third and the fourth; a rollback after a lost
  // connection gives the last.
  return /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout$|Client (?:has encountered a connection error|was closed) and is not queryable)/.test(
    error.message,
  );
}
