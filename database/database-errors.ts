import pg from "pg";

// Lost or refused connections, a server that starts or stops, no room for one more connection or byte, a read-only standby,
// a lock that others held for too long, a statement or a transaction that took too long, a deadlock.
const sqlStates = /^(?:08...|57P0[1-5]|57014|53[0-4]00|25006|25P03|3D000|40P01|55000|55P03)$/;
const socketErrors = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "ENOTFOUND"]);

/** The database is away, and what was asked may well work later; anything else is a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && socketErrors.has(error.code)) return true;
  // The last is what a transaction's rollback says on a connection that broke off within it.
  return /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed) and is not queryable)/.test(
    error.message,
  );
}
