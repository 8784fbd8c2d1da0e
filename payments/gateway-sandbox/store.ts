import { DatabaseSync } from "node:sqlite";

/** Payments survive a crash of the sandbox, as they would at a real gateway. */
export type Store = {
  load(): Kept[];
  /** Synced to disk when it returns. */
  save(things: readonly Kept[], dropped: readonly Key[]): void;
  clear(): void;
  close(): void;
};

export type Key = { kind: string; id: string };
export type Kept = Key & { json: string };

export function openStore(file: string): Store {
  const database = new DatabaseSync(file);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists kept (kind text, id text, json text not null, primary key (kind, id)) without rowid;
  `);
  const insert = database.prepare("insert or replace into kept (kind, id, json) values (?, ?, ?)");
  const remove = database.prepare("delete from kept where kind = ? and id = ?");
  const all = database.prepare("select kind, id, json from kept");
  return {
    load: () =>
      all.all().map(({ kind, id, json }) => ({ kind: String(kind), id: String(id), json: String(json) })),
    save(things, dropped) {
      database.exec("begin");
      try {
        for (const { kind, id, json } of things) insert.run(kind, id, json);
        for (const { kind, id } of dropped) remove.run(kind, id);
        database.exec("commit");
      } catch (error) {
        // SQLite already ended the transaction if the disk is full.
        if (database.isTransaction) database.exec("rollback");
        throw error;
      }
    },
    clear: () => database.exec("delete from kept"),
    close: () => database.close(),
  };
}

export function memoryStore(known: readonly Kept[] = []): Store {
  return { load: () => [...known], save: () => undefined, clear: () => undefined, close: () => undefined };
}
