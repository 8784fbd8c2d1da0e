import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type pg from "pg";
import type { Tables } from "#database/tables.ts";

/** The source of a value in a repeated statement: the list of new values, or an earlier answer. */
type Slot =
  | { kind: "same"; value: unknown }
  | { kind: "new"; name: string }
  | { kind: "answer"; statement: number; column: string };

export type Statement = { text: string; slots: Slot[] };

/** The bench's rows have larger ids than any other number in a statement. */
export const firstOwnId = 10_000_000_000n;

/** Records the statements of an operation. `news` lists the values that must be new each time. */
export async function record(
  pool: pg.Pool,
  replaced: Map<unknown, string>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: { text: string; values: readonly unknown[]; row: object }[] = [];
  const listening = {
    options: {},
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, name) {
          if (name === "query")
            return async (text: string, values: unknown[] = []) => {
              const answer = await target.query(text, values);
              recorded.push({ text, values, row: answer.rows[0] ?? {} });
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
  return recorded.map(({ text, values }, at) => ({
    text,
    slots: values.map((value): Slot => {
      const name = replaced.get(value instanceof Date ? value.getTime() : value);
      if (name !== undefined) return { kind: "new", name };
      return (isOwnId(value) && answered(recorded.slice(0, at), value)) || { kind: "same", value };
    }),
  }));
}

function isOwnId(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= firstOwnId;
}

function answered(recorded: { row: object }[], id: bigint): Slot | null {
  for (const [statement, { row }] of recorded.entries())
    for (const [column, value] of Object.entries(row))
      if (value === id) return { kind: "answer", statement, column };
  return null;
}

/** Repeats the statements with new values, to measure the database and its driver alone. */
export async function replay(
  client: PostgresPoolClient,
  statements: Statement[],
  replaced: Record<string, unknown>,
): Promise<void> {
  const rows: Record<string, unknown>[] = [];
  for (const { text, slots } of statements) {
    const values = slots.map((slot) => {
      if (slot.kind === "same") return slot.value;
      return slot.kind === "new" ? replaced[slot.name] : rows[slot.statement]?.[slot.column];
    });
    const answer = await client.query<Record<string, unknown>>(text, values);
    rows.push(answer.rows[0] ?? {});
  }
}
