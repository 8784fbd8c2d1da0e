import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";

/** The position in a list: after the row with this id, or before it. Null is the beginning. */
export type Cursor = { side: "before" | "after"; id: string } | null;

export type ListPage<Row> = { rows: Row[]; before: string | null; after: string | null };

export type ListQuery = { cursor: Cursor; size: number };

type Order = {
  /** The list's table, by its alias in the query. */
  from: RawBuilder<unknown>;
  /**
   * Together these columns identify one row. All have the same direction, so that an index scan can start at the
   * cursor.
   */
  by: RawBuilder<unknown>[];
  descending: boolean;
};

/**
 * Reads one page and one more row, in the direction of travel. The cost does not grow with the number of earlier
 * rows.
 */
export function pageOf<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { from, by, descending }: Order,
  { cursor, size }: ListQuery,
): SelectQueryBuilder<Db, Table, Row> {
  const down = goesDown(descending, cursor);
  const key = sql`(${sql.join(by)})`;
  const beyond = sql<boolean>`${key} ${sql.raw(down ? "<" : ">")} (select ${sql.join(by)} from ${from} where id = ${cursor?.id})`;
  const started = cursor === null ? query : query.where(beyond);
  return by.reduce((ordered, each) => ordered.orderBy(each, down ? "desc" : "asc"), started).limit(size + 1);
}

/** Reverses the rows of `pageOf` if they were read backwards, and removes the extra row. */
export function asPage<Row extends { id: string | bigint | number }>(
  found: Row[],
  { cursor, size }: ListQuery,
): ListPage<Row> {
  const backwards = cursor?.side === "before";
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    before: first && (backwards ? more : cursor !== null) ? String(first.id) : null,
    after: last && (backwards || more) ? String(last.id) : null,
  };
}

export function goesDown(descending: boolean, cursor: Cursor): boolean {
  return cursor?.side === "before" ? !descending : descending;
}
