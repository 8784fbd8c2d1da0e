import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { dumpSchema, schemaFile } from "#database/schema/dump.ts";
import { bareDatabase } from "#tests/support/database/open.ts";

// Other versions of PostgreSQL write the same expressions differently.
const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;

test.skipIf(!isEmbedded)("schema.sql is the schema that the migrations give", async () => {
  const { url } = await bareDatabase();
  await migrate(url, () => {});
  const committed = await readFile(schemaFile, "utf8");
  expect(await dumpSchema(url), "run npm run schema").toBe(committed);
});
