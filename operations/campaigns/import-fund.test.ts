import { sql } from "kysely";
import { expect, test } from "vitest";
import { fingerprintOf } from "#database/content/versions.ts";
import { withValue } from "#domain/content/draft.ts";
import { editedCampaign } from "#operations/content/records/campaign.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";

const { url, db, asOwner } = await testRecords();
const { id: admin } = await makePerson(url, "amina", "admin");
const { id: staff } = await makePerson(url, "sara", "staff");

type Planted = { of?: string; by?: string; account?: string; amount?: number };

/** Books an opening balance by hand, with one deviation. */
async function book(with_: typeof db, { of, by = admin, account = "bank", amount = 500 }: Planted) {
  const to = of ?? (await campaign(db));
  await with_.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      insert into journal (kind, opening_of, opening_donors, source_hash, entered_by)
      values ('opening', ${to}, 2, ${"a".repeat(64)}, ${by}) returning id`.execute(tx);
    const id = rows[0]?.id;
    await sql`insert into postings (journal_id, line, account, amount, currency, campaign_id) values
      (${id}, 0, ${account}, ${amount}, 'TZS', null), (${id}, 1, ${`campaign:${to}`}, ${-amount}, 'TZS', ${to})`.execute(
      tx,
    );
  });
  return to;
}

test("the owner books one opening balance for a campaign", async () => {
  const of = await book(asOwner, {});
  await expect(book(asOwner, { of })).rejects.toThrow("journal_opening_of_key");
  const { rows } = await sql`select raised, donors from campaign_totals where campaign_id = ${of}`.execute(
    db,
  );
  expect(rows).toEqual([{ raised: 500n, donors: 2n }]);
});

test.each<[string, Planted, string]>([
  ["an account that is no admin's", { by: staff }, "names the admin"],
  ["another account than the bank", { account: "cash" }, "is not the opening balance"],
  ["money that leaves the campaign", { amount: -500 }, "is not the opening balance"],
])("%s is refused by the database", async (_what, planted, message) => {
  await expect(book(asOwner, planted)).rejects.toThrow(message);
});

test("the site's role cannot book an opening balance", async () => {
  await expect(book(db, {})).rejects.toThrow("permission denied");
});

test("no other journal can carry an opening", async () => {
  const of = await campaign(db);
  const insert = sql`insert into journal (kind, opening_of, opening_donors, source_hash, entered_by)
    values ('settlement', ${of}, 1, ${"a".repeat(64)}, ${admin})`;
  await expect(insert.execute(asOwner)).rejects.toThrow("journal_opening_check");
});

test("the editor says that a campaign with an opening balance keeps its currency", async () => {
  const record = editedCampaign(await book(asOwner, {}));
  const before = await record.read(db);
  if (before === null) throw new Error("the campaign is missing");
  const save = {
    draft: withValue(before, "currency", "USD"),
    opened: fingerprintOf(before),
    authorId: admin,
  };
  expect(await saveRecord(db, record, save)).toEqual({
    kind: "invalid",
    errors: [{ field: "currency", message: "People have given in TZS: it stays." }],
  });
});
