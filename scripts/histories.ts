import { z } from "zod";
import { migrate } from "#database/migrate.ts";
import { writeHistory } from "#database/seed/histories.ts";
import { openDatabase } from "#database/sql.server.ts";
import { findDatabase, giveUp } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run histories -- --donations 1000000 [--campaigns 100] [--days 1000]
Fills the database of DATABASE_URL or DATA_DIR with test donations, to see how the site works with many of them.`;

const command = readCommand(usage, {
  donations: { type: "string" },
  campaigns: { type: "string" },
  days: { type: "string" },
});

const number = (least: number, usual: string) =>
  z.string().default(usual).transform(Number).pipe(z.int().min(least).max(100_000_000));
const options = z
  .object({
    donations: number(1, "0"),
    campaigns: number(1, "100"),
    days: number(1, "1000"),
  })
  .safeParse(command.values);
if (!options.success) giveUp(usage);

await using place = await findDatabase();
await migrate(place.url, console.log);
const database = openDatabase(place.url, { poolSize: 2 });
const begun = performance.now();
const written = await writeHistory(
  database.readWrite,
  { ...options.data, now: new Date() },
  console.log,
).finally(() => database.close());
if (written === "refused") {
  console.error("This database is live or has other donations. Nothing was changed.");
  process.exitCode = 1;
} else console.log(`Written in ${Math.round((performance.now() - begun) / 1000)} seconds.`);
