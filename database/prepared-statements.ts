import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { sha256 } from "#domain/system/digest.server.ts";

/** A text that is never repeated would stay in the memory of every connection. */
const repetitions = 3;
/** Lists of different lengths make different texts. PostgreSQL keeps about 30 kB for each, on each connection. */
const mostNames = 500;
const mostSeen = 5_000;

/** A plan for all values finds no partial index for `on conflict (…) where column = $1`, and the statement fails. */
const valueChoosesIndex =
  /\bon conflict\b(?:(?!\bdo (?:nothing|update)\b)[^$])*\bwhere\b(?:(?!\bdo (?:nothing|update)\b).)*?\$\d/is;

/** PostgreSQL takes these away from a name when a table or a connection changes. */
const invalidStatement = new Set(["0A000", "26000"]);

/**
 * Gives repeated statements a name. PostgreSQL then parses and plans them once for each connection, not once for each
 * execution, which costs as much as the execution itself.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = openNames();
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const preparing = known.get(client) ?? preparingClient(client, names);
      known.set(client, preparing);
      return preparing;
    },
  };
}

type Names = ReturnType<typeof openNames>;

function preparingClient(client: pg.PoolClient, names: Names): PostgresPoolClient {
  return new Proxy<pg.PoolClient>(client, {
    get(target, property) {
      const own: unknown = Reflect.get(target, property);
      if (typeof own !== "function") return own;
      if (property !== "query") return own.bind(target);
      return async (text: string, values: unknown[]) => {
        const name = names.of(text, values);
        if (name === undefined) return target.query(text, values);
        try {
          return await target.query({ name, text, values });
        } catch (error) {
          if (isInvalidStatement(error)) names.drop(text);
          throw error;
        }
      };
    },
  });
}

function openNames() {
  const names = new Map<string, string | null>();
  const seen = new Map<string, number>();

  return {
    of(text: string, values: readonly unknown[]): string | undefined {
      const name = names.get(text);
      if (name !== undefined) return name ?? undefined;
      // A text without values can hold several statements or control a transaction.
      if (values.length === 0 || names.size >= mostNames) return undefined;
      if (valueChoosesIndex.test(text)) return undefined;
      const times = (seen.get(text) ?? 0) + 1;
      if (times < repetitions) {
        if (seen.size >= mostSeen) seen.clear();
        seen.set(text, times);
        return undefined;
      }
      seen.delete(text);
      const given = `amana_${sha256(text).toString("hex").slice(0, 32)}`;
      names.set(text, given);
      return given;
    },
    /** The statement goes on without a name. */
    drop: (text: string) => void names.set(text, null),
  };
}

const isInvalidStatement = (error: unknown) =>
  error instanceof Error && "code" in error && invalidStatement.has(String(error.code));
