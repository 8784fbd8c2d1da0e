import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readSchemaProblem } from "#database/migrate.ts";
import { openDatabase } from "#database/sql.server.ts";
import {
  campaignColumns,
  readCampaignRow,
  type ImportedCampaign,
  type ReadRow,
} from "#domain/imports/campaign-row.ts";
import { columnProblems } from "#domain/imports/columns.ts";
import { donationColumns, readDonationRow } from "#domain/imports/donation-row.ts";
import { memberColumns, readMemberRow } from "#domain/imports/member-row.ts";
import type { TableRow } from "#domain/imports/table-row.ts";
import { giving } from "#domain/campaigns/categories.ts";
import { currencies, exactAmount } from "#domain/money/money.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { importFund, type FundToImport, type Imported } from "#operations/campaigns/import-fund.ts";
import { findDatabase } from "./find-database.ts";
import { readSource, type Source, type SourceRow } from "./import/read-source.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run import -- <folder or file> --by <username> [--as-of <day>] [--dry-run]

Imports an existing fund: CSV files named after their tables, or a plain SQL dump. Adds campaigns and team members, and
books amount_raised and donors_count as the opening balance of each campaign. Adds no donation and no payment. What is
there already stays as it is, so the same file can be imported twice.

--by names the admin who imports. --as-of is the day of the opening balances, such as 2026-11-21; the default is today.
--dry-run shows the result and changes nothing. Rows that are not understood are listed and left out. A file with an
unknown column is refused; docs/runbook.md lists the columns. An active campaign without end_date and days_left takes
donations for 30 days from today.
Exit code: 0 all rows were understood, 1 some were left out, 2 nothing was imported.`;

const columns = { campaigns: campaignColumns, team_members: memberColumns, donations: donationColumns };

const byHand: Record<string, string> = {
  bank_details: "two people enter them under Bank details",
  hero_section: "edit it under Hero",
  about_section: "edit it under About",
  vice_chancellor_message: "edit it under Vice Chancellor",
};

const { values, positionals } = readCommand(
  usage,
  {
    by: { type: "string" },
    "as-of": { type: "string" },
    "dry-run": { type: "boolean" },
  },
  { mostArguments: 1, refused: 2 },
);
const [path] = positionals;
const today = dayOf(new Date());
const asOf = values["as-of"] ?? today;
if (path === undefined || values.by === undefined) refuse(usage);
if (!z.iso.date().safeParse(asOf).success || asOf > today)
  refuse("--as-of must be a day that has begun, such as 2026-11-21.");
const dryRun = values["dry-run"] === true;
const source = await readSource(path).catch((error: unknown) =>
  refuse(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`),
);
refuseUnknownColumns(source);
const leftOut = [...source.problems];
const repeated = new Map<string, number>();
const fund = readFund(source);
await using place = await findDatabase();
const unusable = await readSchemaProblem(place.url);
if (unusable !== null) refuse(unusable);
process.exitCode = await importInto(place.url, values.by);

function refuse(text: string): never {
  console.error(text);
  process.exit(2);
}

/** Each file, and each statement of a dump, names its own columns. */
function refuseUnknownColumns({ tables }: Source): void {
  const problems = new Set<string>();
  for (const [table, expected] of Object.entries(columns))
    for (const { file, cells } of tables.get(table) ?? [])
      for (const problem of columnProblems(table, expected, Object.keys(cells)))
        problems.add(`${file.name}: ${printable(problem)}`);
  if (problems.size > 0) refuse([...problems, "Nothing was imported."].join("\n"));
}

type FoundRow<Read> = { read: Read; row: SourceRow };

function readRows<Read>(
  table: keyof typeof columns,
  readRow: (cells: TableRow, row: SourceRow) => ReadRow<Read>,
): FoundRow<Read>[] {
  const rows = source.tables.get(table) ?? [];
  const found: FoundRow<Read>[] = [];
  for (const row of rows) {
    const result = readRow(row.cells, row);
    if (result.ok) found.push({ read: result.read, row });
    else leftOut.push(`${placeOf(row)}: ${result.problem}`);
  }
  return onceEach(table, found);
}

/** If two rows with one id differ, the right one is unknown, and a booked opening balance cannot change. */
function onceEach<Read>(table: string, found: FoundRow<Read>[]): FoundRow<Read>[] {
  const kept = new Set(found);
  for (const [id, rows] of Map.groupBy(found, ({ row }) => row.cells["id"]?.trim() ?? "")) {
    const [first, ...others] = rows;
    if (id === "" || first === undefined || others.length === 0) continue;
    const isOneRow = others.every(({ read }) => isDeepStrictEqual(read, first.read));
    for (const each of isOneRow ? others : rows) kept.delete(each);
    if (isOneRow) repeated.set(table, (repeated.get(table) ?? 0) + others.length);
    else
      leftOut.push(`${rows.map(({ row }) => placeOf(row)).join(" and ")}: they have the id ${id} and differ`);
  }
  return [...kept];
}

function placeOf({ file, line }: SourceRow): string {
  return `${file.name} line ${line}`;
}

function readFund({ tables, problems }: Source): FundToImport {
  if (!tables.has("campaigns") && !tables.has("team_members")) {
    // A table without a single good row is no missing table.
    if (problems.length > 0) refuse([...problems.map(printable), "Nothing was imported."].join("\n"));
    refuse(
      "There is no table campaigns or team_members. A CSV file has the name of its table, such as campaigns.csv.",
    );
  }
  const campaigns = readRows("campaigns", (cells, { isOfView }) =>
    readCampaignRow(cells, { today, isOfView }),
  );
  const unique = new Map<string, FoundRow<ImportedCampaign>>();
  for (const each of campaigns) {
    const first = unique.get(each.read.id);
    if (first === undefined) unique.set(each.read.id, each);
    else leftOut.push(`${placeOf(each.row)}: its address ${each.read.id} is that of ${placeOf(first.row)}`);
  }
  return {
    campaigns: [...unique.values()].map(({ read, row }) => ({ campaign: read, source: row.file })),
    members: readRows("team_members", readMemberRow).map(({ read }) => read),
  };
}

async function importInto(url: string, username: string): Promise<number> {
  const database = openDatabase(url, { poolSize: 1 });
  const at = asOf === today ? new Date() : new Date(`${asOf}T12:00:00+03:00`);
  const importing = importFund(database.readWrite, fund, { username, at, dryRun });
  const outcome = await importing.finally(() => database.close());
  if (outcome.kind !== "imported") {
    console.error(
      outcome.kind === "no-admin"
        ? `There is no admin with the username ${username}. Nothing was imported.`
        : "This live database has donations already, so it takes no opening balances. Import into a new one. Nothing was imported.",
    );
    return 2;
  }
  report(outcome.imported);
  return leftOut.length > 0 ? 1 : 0;
}

function report({ campaigns, openings, members, contradictions }: Imported): void {
  for (const { id, problem } of contradictions) leftOut.push(`campaign ${id}: ${problem}`);
  say("campaigns", campaigns.added.length, campaigns.matched.length);
  reportEnds(campaigns.added);
  reportCategories(campaigns.added);
  say("team_members", members.added.length, members.matched.length);
  console.log(`opening balances: ${openings.added.length} new, ${openings.matched.length} there already`);
  for (const { id, raised, currency, donors } of openings.added)
    console.log(
      `  ${id}: ${exactAmount({ amount: raised, currency })} ${currency} of ${donors} ${donors === 1n ? "donor" : "donors"}`,
    );
  for (const currency of currencies) {
    const added = openings.added.filter((opening) => opening.currency === currency);
    const amount = added.reduce((sum, { raised }) => sum + raised, 0n);
    if (amount > 0n) console.log(`  together: ${exactAmount({ amount, currency })} ${currency}`);
  }
  compareDonations();
  reportOthers();
  if (leftOut.length > 0)
    console.log(`\nLeft out: ${leftOut.length}\n  ${leftOut.map(printable).join("\n  ")}`);
  const isNew = [campaigns, members, openings].some(({ added }) => added.length > 0);
  console.log(dryRun ? "\nDry run: nothing was changed." : isNew ? "\nImported." : "\nNothing was new.");
}

/** Staff can set another day, but donors of a campaign that takes nothing do not come back to say so. */
function reportEnds(added: string[]): void {
  for (const { campaign } of fund.campaigns) {
    const { id, status, endDate, hasOwnEnd } = campaign;
    if (!added.includes(id) || status !== "active") continue;
    if (!hasOwnEnd) console.log(`  ${id}: it has no end_date, so it takes donations until ${endDate}`);
    else if (giving(campaign, today) === "ended")
      console.log(`  ${id}: it is active but ended on ${endDate}, so it takes no donations`);
  }
}

function reportCategories(added: string[]): void {
  for (const { campaign } of fund.campaigns) {
    const { id, unknownCategory } = campaign;
    if (unknownCategory === null || !added.includes(id)) continue;
    console.log(`  ${id}: the category ${printable(unknownCategory)} is unknown here, so it has none`);
  }
}

/** A text of the file could give commands to the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

function say(table: string, added: number, matched: number): void {
  const read = source.tables.get(table)?.length;
  if (read === undefined) return;
  const again = repeated.get(table) ?? 0;
  const others = read - added - matched - again;
  const twice = again > 0 ? `${again} repeated, ` : "";
  console.log(
    `${table}: ${read} rows read, ${added} new, ${matched} there already, ${twice}${others} left out`,
  );
}

/** The earlier system's donations only show whether its totals can be right. */
function compareDonations(): void {
  if (!source.tables.has("donations")) return;
  const donations = readRows("donations", readDonationRow).map(({ read }) => read);
  const completed = donations.filter(({ isCompleted }) => isCompleted);
  console.log(
    `donations: ${donations.length} rows read, ${completed.length} completed. They are compared, not imported.`,
  );
  for (const { campaign } of fund.campaigns) {
    const { id, earlierId, raised, currency } = campaign;
    const own = completed.filter(
      (each) => [id, earlierId].includes(each.campaign) && each.currency === currency,
    );
    const sum = own.reduce((total, { amount }) => total + amount, 0n);
    const [shown, added] = [raised, sum].map((amount) => exactAmount({ amount, currency }));
    if (sum !== raised)
      console.log(`  ${id}: amount_raised is ${shown}, and its completed donations are ${added}`);
  }
}

function reportOthers(): void {
  for (const [table, rows] of source.tables) {
    if (table in columns) continue;
    console.log(
      `${table}: ${rows.length} rows read, not imported${byHand[table] ? `: ${byHand[table]}` : ""}`,
    );
  }
  const pictures = fund.campaigns.filter(({ campaign }) => campaign.hasPicture).length;
  const photos = fund.members.filter(({ hasPicture }) => hasPicture).length;
  if (pictures + photos > 0)
    console.log(
      `Upload ${pictures} campaign pictures and ${photos} photos by hand. The files have only their addresses.`,
    );
}
