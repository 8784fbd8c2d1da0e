import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#database/embedded/start.ts";
import { migrate, readMigrations } from "#database/migrate.ts";
import { dumpSchema, schemaFile } from "#database/schema/dump.ts";
import { hashesFile, hashesOf } from "#database/schema/hashes.ts";
import { tableTypes, typesFile } from "#database/schema/table-types.ts";
import { formatSource } from "./format-source.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run schema

Writes database/schema.sql, database/tables.ts and the hashes of the migrations, on a separate embedded server.`;

readCommand(usage, {});

const dataDir = await mkdtemp(join(tmpdir(), "amana-schema-"));
const embedded = await startEmbedded({ dataDir, say: () => {} });
try {
  if ("problem" in embedded) throw new Error(embedded.problem);
  await migrate(embedded.url, () => {});
  await writeFile(schemaFile, await dumpSchema(embedded.url));
  await writeFile(hashesFile, hashesOf(await readMigrations()));
  await writeFile(typesFile, formatSource(typesFile, await tableTypes(embedded.url)));
} finally {
  if (!("problem" in embedded)) await embedded.stop();
  await rm(dataDir, { recursive: true });
}
