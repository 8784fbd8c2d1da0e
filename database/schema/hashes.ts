import type { Migration } from "#database/migrate.ts";
import { sha256 } from "#domain/system/digest.server.ts";

/** One line for each migration, in the format of sha256sum. */
export const hashesFile = new URL("../migrations/hashes.txt", import.meta.url);

export const hashesOf = (migrations: Migration[]): string =>
  migrations.map(({ name, text }) => `${sha256(text).toString("hex")}  ${name}\n`).join("");

/** Lines missing from earlier versions of the file: their migrations were changed, renamed or removed. */
export function lostLines(earlier: string[], now: string): string[] {
  const kept = new Set(now.split("\n"));
  return [...new Set(earlier.flatMap((version) => version.split("\n")))].filter((line) => !kept.has(line));
}
