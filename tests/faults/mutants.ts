import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/**
 * Ways in which the product could be wrong, put over it from outside: by what is done to its database, to its statements on
 * the wire, or to its answers. A harness that does not notice one of them proves nothing.
 */
export type Mutant = {
  /** The protections removed in the database. */
  statements: readonly string[];
  query?: (send: Send, statement: string, rest: unknown[]) => unknown;
  request?: (response: ServerResponse, url: string, go: () => boolean) => boolean;
};

type Send = (...args: unknown[]) => unknown;

const answering = new AsyncLocalStorage<ServerResponse>();

export const mutants = {
  /** The provider is told that we have heard before anything is safe. */
  "acknowledge first": {
    statements: [],
    request(response, url, go) {
      if (isCallback(url)) response.req.once("end", () => acknowledge(response));
      return go();
    },
  },

  /** The message is kept in a transaction of its own, and a message that is known is taken for done. */
  "split inbox": {
    statements: [],
    request: (response, url, go) => (isCallback(url) ? answering.run(response, go) : go()),
    async query(send, statement, rest) {
      if (!/^insert into "provider_messages".*on conflict/.test(statement)) return send(statement, ...rest);
      const kept = await send(
        statement.replace(/do update set .* returning/, "do nothing returning"),
        ...rest,
      );
      if (rowsOf(kept).length === 0) {
        const response = answering.getStore();
        if (response !== undefined) acknowledge(response);
        throw new Error("known already");
      }
      await send("commit");
      await send("begin");
      return kept;
    },
  },

  /** Two reports of one payment are judged at the same time, and nothing forbids a second gift. */
  "no lock": {
    statements: ["drop index journal_payment_id_kind_key"],
    query: (send, statement, rest) => send(statement.replace(/ for no key update.*/, ""), ...rest),
  },

  /** A commit is answered before it is on the disk. */
  "asynchronous commit": { statements: ["alter database :name set synchronous_commit = off"] },

  /** A report is applied whatever was known before. */
  "last write wins": {
    statements: [
      "drop trigger guard on payments",
      "drop trigger guard on donations",
      // A completed donation has the time of its completion.
      "alter table donations drop constraint donations_check2",
    ],
    async query(send, statement, rest) {
      const result = await send(statement, ...rest);
      if (statement.includes("for no key update of"))
        for (const row of rowsOf(result))
          Object.assign(Object(row), { status: "pending", donation_status: "pending" });
      return result;
    },
  },

  /** One press of a button, sent twice, begins two gifts. */
  "key not unique": {
    statements: ["alter table idempotency_keys drop constraint idempotency_keys_pkey"],
    query: (send, statement, rest) =>
      send(statement.replace(` on conflict ("address", "key") do nothing`, ""), ...rest),
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

/** Says 200 now; what the product answers later goes nowhere. */
function acknowledge(response: ServerResponse): void {
  response.writeHead(200).end();
  const silent = () => response;
  Object.assign(response, { writeHead: silent, setHeader: silent, write: silent, end: silent });
}

function rowsOf(result: unknown): unknown[] {
  const rows: unknown = Object(result).rows;
  return Array.isArray(rows) ? rows : [];
}
