import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { Tables } from "#database/tables.ts";

/** Where a value comes from when a statement is sent again: from the list of new ones, or from an earlier answer. */
type Slot =
  | { kind: "same"; value: unknown }
  | { kind: "new"; name: string }
  | { kind: "answer"; statement: number; column: string };

export type Statement = { text: string; slots: Slot[] };

/** From here on the ids of the bench's own rows: nothing else in a statement is as large a number. */
export const firstOwnId = 10_000_000_000n;

/** What a piece of work says to the database; `news` names what must be new each time, by the values it had. */
export async function record(
  pool: pg.Pool,
  news: Map<unknown, string>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Statement[]> {
  const said: { text: string; values: readonly unknown[]; row: object }[] = [];
  const listening = {
    options: {},
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, name) {
          if (name === "query")
            return async (text: string, values: unknown[] = []) => {
              const answer = await target.query(text, values);
              said.push({ text, values, row: answer.rows[0] ?? {} });
              return answer;
            };
          const own: unknown = Reflect.get(target, name);
          return typeof own === "function" ? own.bind(target) : own;
        },
      });
    },
    end: async () => {},
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: listening }) });
  await work(db);
  return said.map(({ text, values }, at) => ({
    text,
    slots: values.map((value): Slot => {
      const name = news.get(value instanceof Date ? value.getTime() : value);
      if (name !== undefined) return { kind: "new", name };
      return (isOwnId(value) && answered(said.slice(0, at), value)) || { kind: "same", value };
    }),
  }));
}

function isOwnId(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= firstOwnId;
}

function answered(said: { row: object }[], id: bigint): Slot | null {
  for (const [statement, { row }] of said.entries())
    for (const [column, value] of Object.entries(row))
      if (value === id) return { kind: "answer", statement, column };
  return null;
}

/** Sends the same statements again with new values, and nothing else: what the database and its driver need alone. */
export async function replay(
  client: pg.PoolClient,
  statements: Statement[],
  news: Record<string, unknown>,
): Promise<void> {
  const rows: Record<string, unknown>[] = [];
  for (const { text, slots } of statements) {
    const values = slots.map((slot) => {
      if (slot.kind === "same") return slot.value;
      return slot.kind === "new" ? news[slot.name] : rows[slot.statement]?.[slot.column];
    });
    const answer = await client.query<Record<string, unknown>>(text, values);
    rows.push(answer.rows[0] ?? {});
  }
}
