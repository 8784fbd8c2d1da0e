import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { meaningsOf } from "#domain/donations/search.ts";
import { tzs, usd } from "#domain/money/money.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation, reverse } from "#tests/support/database/records.ts";
import { readWaiting } from "#database/system/overview.ts";
import { listDonations, totalDonations, type DonationFilter, type DonationOrder } from "./list.ts";
import type { Cursor } from "#database/list-page.ts";

const { db } = await testRecords();

const everyone: DonationFilter = {
  ...{ meanings: null, campaign: null, state: null, provider: null },
  ...{ method: null, amount: null, open: null, from: null, to: null },
};

type Asking = { order?: DonationOrder; cursor?: Cursor; size?: number };

const list = (
  filter: Partial<DonationFilter> = {},
  { order = "-date", cursor = null, size = 50 }: Asking = {},
) => listDonations(db, { ...everyone, ...filter }, { order, cursor, size });

const names = async (filter: Partial<DonationFilter>, asking?: Asking) =>
  (await list(filter, asking)).rows.map(({ name }) => name);

const typed = (text: string) => names({ meanings: meaningsOf(text) });

beforeAll(async () => {
  const mosque = await campaign(db, { id: "mosque", title: "The mosque" });
  const abroad = await campaign(db, { id: "abroad", title: "From abroad", currency: "USD" });
  const give = async (
    name: string,
    day: string,
    amount: bigint,
    more: { to?: string; email?: string; phone?: `255${string}`; reference?: string } = {},
  ) => {
    const to = more.to ?? mosque;
    const donation = await pendingDonation(db, {
      to,
      amount,
      currency: to === abroad ? "USD" : "TZS",
      donation: {
        donor_name: name,
        donor_email: more.email ?? null,
        created_at: new Date(`${day}T20:59:59.999Z`),
        external_id: `${to}_${day.replaceAll("-", "")}`,
      },
    });
    await db
      .updateTable("payments")
      .set({ phone: more.phone ?? null, provider_reference: more.reference ?? null })
      .where("id", "=", donation.paymentId)
      .execute();
    return donation;
  };
  await give("Asha Juma", "2026-01-01", 10_000n, { phone: "255712345678", reference: "DIK1X2R6BW" });
  const baraka = await give("Baraka Juma", "2026-01-02", 30_000n, { email: "Baraka_1@Example.org" });
  await complete(db, baraka);
  const chausiku = await give("Chausiku", "2026-01-03", 20_000n);
  await reverse(db, chausiku, await complete(db, chausiku));
  await give("Dawood", "2026-01-04", 5_000n, { to: abroad });
  await sql`update donations set created_at = created_at + interval '1 microsecond' where donor_name = 'Asha Juma'`.execute(
    db,
  );
});

test("newest donations come first, and each order has its opposite", async () => {
  const newest = ["Dawood", "Chausiku", "Baraka Juma", "Asha Juma"];
  expect(await names({})).toEqual(newest);
  expect(await names({}, { order: "date" })).toEqual(newest.toReversed());
  // Dollars are not compared with shillings.
  const largest = ["Baraka Juma", "Chausiku", "Asha Juma", "Dawood"];
  expect(await names({}, { order: "-amount" })).toEqual(largest);
  expect(await names({}, { order: "amount" })).toEqual(largest.toReversed());
});

test("each filter narrows the list, and all filters combine", async () => {
  expect(await names({ campaign: "abroad" })).toEqual(["Dawood"]);
  expect(await names({ open: "long" })).toEqual([]);
  const asha = db.selectFrom("donations").select("id").where("donor_name", "=", "Asha Juma");
  await db
    .updateTable("payments")
    .set({ created_at: sql<Date>`now() - interval '16 minutes'` })
    .where("donation_id", "in", asha)
    .execute();
  expect(await names({ open: "long" })).toEqual(["Asha Juma"]);
  expect((await readWaiting(db, "no-person")).pending).toBe(1);
  await db.updateTable("payments").set({ pay_number: "12345678" }).where("donation_id", "in", asha).execute();
  expect(await names({ open: "long" }), "it can still be paid").toEqual([]);
  await db
    .updateTable("payments")
    .set({ created_at: sql<Date>`now() - interval '76 minutes'` })
    .where("donation_id", "in", asha)
    .execute();
  expect(await names({ open: "long" })).toEqual(["Asha Juma"]);
  await db
    .insertInto("cases")
    .columns(["kind", "payment_id", "details"])
    .expression((select) =>
      select
        .selectFrom("payments")
        .select([sql<"no-answer">`'no-answer'`.as("kind"), "id", sql<string>`'{}'::jsonb`.as("details")])
        .where("donation_id", "in", asha),
    )
    .execute();
  expect(await names({ open: "long" }), "its case waits for staff").toEqual([]);
  expect((await readWaiting(db, "no-person")).pending).toBe(0);
  expect(await names({ state: "pending" })).toEqual(["Dawood", "Asha Juma"]);
  expect(await names({ state: "completed" })).toEqual(["Baraka Juma"]);
  expect(await names({ state: "reversed" })).toEqual(["Chausiku"]);
  expect(await names({ provider: "selcom", method: "mobile" })).toHaveLength(4);
  for (const method of ["card", "bank", "cash"] as const) expect(await names({ method })).toEqual([]);
  expect(await names({ amount: tzs(5_000) })).toEqual([]);
  expect(await names({ amount: usd(5_000) })).toEqual(["Dawood"]);
  expect(await names({ from: "2026-01-02", to: "2026-01-03" })).toEqual(["Chausiku", "Baraka Juma"]);
  expect(await names({ campaign: "mosque", state: "pending", to: "2026-01-01" })).toEqual(["Asha Juma"]);
});

test("search understands each kind of input", async () => {
  expect(await typed("juma")).toEqual(["Baraka Juma", "Asha Juma"]);
  expect(await typed("jum ash")).toEqual(["Asha Juma"]);
  expect(await typed("baraka_1@example")).toEqual(["Baraka Juma"]);
  expect(await typed("barakax1@example")).toEqual([]);
  for (const phone of ["0712345678", "+255 712 345 678", "712-345-678"])
    expect(await typed(phone), phone).toEqual(["Asha Juma"]);
  expect(await typed("DIK1X2R6BW")).toEqual(["Asha Juma"]);
  expect(await typed("mosque_20260102")).toEqual(["Baraka Juma"]);
  expect(await typed("TSh 20,000")).toEqual(["Chausiku"]);
  expect(await typed("$50")).toEqual(["Dawood"]);
  expect(await typed("US$50.00")).toEqual(["Dawood"]);
  const asha = () => db.updateTable("donations").where("donor_name", "=", "Asha Juma");
  await asha().set({ is_anonymous: true }).execute();
  for (const word of ["Anonymous", "Bila kutajwa jina"]) expect(await typed(word)).toEqual(["Asha Juma"]);
  await asha().set({ is_anonymous: false }).execute();
  const number = 20_000n;
  await db
    .updateTable("donations")
    .set({ receipt_number: number })
    .where("donor_name", "=", "Dawood")
    .execute();
  expect(await typed("20000"), "an amount or a receipt").toEqual(["Dawood", "Chausiku"]);
  for (const nothing of ["%", "🙂", "' or 1=1", "nobody & | !"]) expect(await typed(nothing)).toEqual([]);
});

test("pages continue in both directions without repeated or missing rows", async () => {
  for (const order of ["-date", "date", "-amount", "amount"] as const) {
    for (const meanings of [null, meaningsOf("20000")]) {
      const whole = await names({ meanings }, { order });
      const forwards: string[] = [];
      let cursor: Cursor = null;
      let end = "";
      for (let page = await list({ meanings }, { order, size: 1 }); ;) {
        forwards.push(...page.rows.map(({ name }) => name));
        if (page.after === null) break;
        end = page.after;
        cursor = { side: "after", id: page.after };
        page = await list({ meanings }, { order, size: 1, cursor });
        expect(page.before).not.toBeNull();
      }
      expect(forwards).toEqual(whole);
      const back = await list({ meanings }, { order, cursor: { side: "before", id: end } });
      const beforeEnd = whole.slice(0, -2);
      expect(back.rows.map(({ name }) => name)).toEqual(beforeEnd);
      expect([back.before, back.after === null]).toEqual([null, beforeEnd.length === 0]);
    }
  }
});

test("a cursor without a row returns an empty page and reports it", async () => {
  expect(await list({}, { cursor: { side: "after", id: "999999999" } })).toEqual({
    rows: [],
    before: null,
    after: null,
  });
});

test("the count is of the listed donations, and the sum of those that are paid", async () => {
  for (const filter of [
    {},
    { campaign: "mosque" },
    { campaign: "abroad" },
    { state: "completed" as const },
    { state: "failed" as const },
    { meanings: meaningsOf("juma") },
    { meanings: meaningsOf("0712345678") },
    { meanings: meaningsOf("30,000") },
    { from: "2026-01-02", to: "2026-01-03" },
    { meanings: meaningsOf("nothing-of-the-kind") },
    { meanings: [] },
  ]) {
    const { rows } = await list(filter, { size: 1_000 });
    const paid = rows.filter(({ state }) => state === "completed");
    const sumOf = (currency: string) =>
      paid.reduce((sum, { amount }) => sum + (amount.currency === currency ? amount.amount : 0n), 0n);
    const sums = [tzs(sumOf("TZS")), usd(sumOf("USD"))].filter(({ amount }) => amount > 0n);
    expect(await totalDonations(db, { ...everyone, ...filter }, 10_000)).toEqual({
      count: rows.length,
      paid: paid.length,
      sums,
    });
  }
});

test("more donations than the limit are added up only without a limit", async () => {
  const all = (await list()).rows.length;
  expect(all).toBeGreaterThan(2);
  expect(await totalDonations(db, everyone, 2)).toMatchObject({ count: 2, sums: null });
  expect(await totalDonations(db, everyone, null)).toMatchObject({ count: all });
});
