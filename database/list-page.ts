import { sql, type RawBuilder, type SelectQueryBuilder } from "kysely";

/** Where in a list to go on: behind the row with this id, or before it. Null is the beginning. */
export type Cursor = { side: "before" | "after"; id: string } | null;

/** What of a list is shown, and where the pages around it begin; null where there is none. */
export type ListPage<Row> = { rows: Row[]; before: string | null; after: string | null };

export type Asked = { cursor: Cursor; size: number };

type Order = {
  /** The list's table, under the name that the query knows it by. */
  from: RawBuilder<unknown>;
  /** Together they name one row. All go one way, so that an index can be walked from the cursor on. */
  by: RawBuilder<unknown>[];
  descending: boolean;
};

/** One page's rows and one more, in the direction of travel: the cost does not grow with what lies before them. */
export function pageOf<Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { from, by, descending }: Order,
  { cursor, size }: Asked,
): SelectQueryBuilder<Db, Table, Row> {
  const down = goesDown(descending, cursor);
  const key = sql`(${sql.join(by)})`;
  const beyond = sql<boolean>`${key} ${sql.raw(down ? "<" : ">")} (select ${sql.join(by)} from ${from} where id = ${cursor?.id})`;
  const started = cursor === null ? query : query.where(beyond);
  return by.reduce((ordered, each) => ordered.orderBy(each, down ? "desc" : "asc"), started).limit(size + 1);
}

/** Turns the rows of `pageOf` round where they were read backwards, and leaves out the one too many. */
export function asPage<Row extends { id: string | bigint | number }>(
  found: Row[],
  { cursor, size }: Asked,
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
