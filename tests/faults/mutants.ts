import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/**
 * Possible errors in the product, simulated from outside: in its database, its statements or its answers. The harness
 * must detect each of them, or it proves nothing.
 */
export type Mutant = {
  /** SQL that removes protections from the database. */
  statements: readonly string[];
  query?: (send: Send, statement: string, values: unknown[]) => unknown;
  request?: (response: ServerResponse, url: string, go: () => boolean) => boolean;
};

type Send = (statement: string, values?: unknown[]) => unknown;

const answering = new AsyncLocalStorage<ServerResponse>();

export const mutants = {
  /** Answers the provider before the message is stored. */
  "acknowledge first": {
    statements: [],
    request(response, url, go) {
      if (isCallback(url)) response.req.once("end", () => acknowledge(response));
      return go();
    },
  },

  /** Commits the message in a separate transaction, and treats a known message as processed. */
  "split inbox": {
    statements: [],
    request: (response, url, go) => (isCallback(url) ? answering.run(response, go) : go()),
    async query(send, statement, values) {
      const withoutUpdate = statement.replace(
        /(insert into provider_messages .*)do update set .*?(\s+returning)/s,
        "$1do nothing$2",
      );
      if (withoutUpdate === statement) return send(statement, values);
      const kept = await send(withoutUpdate, values);
      if (rowsOf(kept).length === 0) {
        const response = answering.getStore();
        if (response !== undefined) acknowledge(response);
        throw new Error("known message");
      }
      await send("commit");
      await send("begin");
      return kept;
    },
  },

  /** Judges two reports of one payment at the same time, and allows a second donation. */
  "no lock": {
    statements: ["drop index journal_payment_id_kind_key"],
    query: (send, statement, values) => send(statement.replace(/ for no key update.*/, ""), values),
  },

  /** Answers a commit before it is on disk. */
  "asynchronous commit": { statements: ["alter database :name set synchronous_commit = off"] },

  /** Applies a report without regard to the current status. */
  "last write wins": {
    statements: [
      "drop trigger guard on payments",
      "drop trigger guard on donations",
      // This constraint requires a completed donation to have a completion time.
      "alter table donations drop constraint donations_check2",
    ],
    async query(send, statement, values) {
      const result = await send(statement, values);
      if (statement.includes("for no key update of"))
        for (const row of rowsOf(result))
          Object.assign(Object(row), { status: "pending", donation_status: "pending" });
      return result;
    },
  },

  /** A press that is sent twice starts two donations. */
  "key not unique": {
    statements: ["alter table idempotency_keys drop constraint idempotency_keys_pkey"],
    query: (send, statement, values) =>
      send(statement.replace("on conflict (address, key) do nothing", ""), values),
  },
} as const satisfies Record<string, Mutant>;

export type MutantName = keyof typeof mutants;

export const mutantNames = [
  "acknowledge first",
  "split inbox",
  "no lock",
  "asynchronous commit",
  "last write wins",
  "key not unique",
] as const satisfies readonly MutantName[];

export function mutantNamed(name: string | undefined): { name: MutantName; mutant: Mutant } | null {
  const found = mutantNames.find((each) => each === name);
  return found === undefined ? null : { name: found, mutant: mutants[found] };
}

function isCallback(url: string): boolean {
  return url.startsWith("/api/callbacks/");
}

/** Answers 200 immediately and drops the product's later answer. */
function acknowledge(response: ServerResponse): void {
  response.writeHead(200).end();
  const silent = () => response;
  Object.assign(response, { writeHead: silent, setHeader: silent, write: silent, end: silent });
}

function rowsOf(result: unknown): unknown[] {
  const rows: unknown = Object(result).rows;
  return Array.isArray(rows) ? rows : [];
}
