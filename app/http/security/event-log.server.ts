import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { LoggedPath } from "#app/http/logged-path.server.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import type { RecordedEvent } from "#operations/system/record-security-events.ts";

export type SecurityEvent = {
  kind: SecurityEventKind;
  requestId: string;
  accountId: string | null;
  /** The client's address. The log gets a keyed hash of it. */
  client: string;
  /** The path as requested. The log gets its pattern. */
  path: string;
};

export type SecurityLog = {
  record(event: SecurityEvent): void;
  close(): Promise<void>;
};

const secondsBetweenWrites = 1;
/**
 * A flood must not fill the disk: beyond these rows of one kind in one second, events are only counted. Each kind has
 * its own limit, so that cheap refusals cannot hide a refused sign-in. Events with an account are limited separately
 * from those without.
 */
const mostRowsOfKind = 100;

type Row = RecordedEvent & { times: number };
type EventLogParts = {
  secret: string;
  log: Logger;
  loggedPath: LoggedPath;
  keep: (events: readonly RecordedEvent[]) => Promise<void>;
};

/** Collects events and writes them once a second, to the log and to the table that staff see. */
export function openSecurityLog({ secret, log, loggedPath, keep }: EventLogParts): SecurityLog {
  const waiting = new Map<string, Row>();
  const rowsOf = new Map<string, number>();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const rows = [...waiting.values()];
    waiting.clear();
    rowsOf.clear();
    for (const { kind, request_id, account_id, client, path, times } of rows)
      log.info(
        { security: kind, requestId: request_id, account: account_id, client, path, times },
        "security",
      );
    await keep(rows).catch((error: unknown) =>
      log.warn({ err: error, rows: rows.length }, "security events not stored"),
    );
  }
  const next = () => (writing = writing.then(write));
  const timer = setInterval(next, secondsBetweenWrites * 1_000);
  timer.unref();

  return {
    record({ kind, requestId, accountId, client: address, path: whole }) {
      const room = `${kind} ${accountId !== null}`;
      const taken = rowsOf.get(room) ?? 0;
      const isMany = taken >= mostRowsOfKind;
      const client = isMany ? "many" : addressMark(address, secret);
      const path = isMany ? "many" : loggedPath(whole);
      const account = isMany ? null : accountId;
      const key = `${kind} ${client} ${account} ${path}`;
      const known = waiting.get(key);
      if (known) known.times += 1;
      else {
        waiting.set(key, { kind, request_id: requestId, account_id: account, client, path, times: 1 });
        rowsOf.set(room, taken + 1);
      }
    },
    async close() {
      clearInterval(timer);
      await next();
    },
  };
}

const addressMark = (address: string, secret: string) =>
  createHmac("sha256", secret).update(address).digest("base64url").slice(0, 12);
