import { expect, test } from "vitest";
import { openStatusReader } from "#database/donations/batch-status-reads.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";

const { db } = await testRecords();

async function twoDonations() {
  const to = await campaign(db);
  const ids = [
    (await pendingDonation(db, { to })).donationId,
    (await pendingDonation(db, { to })).donationId,
  ];
  return db
    .selectFrom("donations")
    .select(["id", "external_id as name"])
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

test("questions of one moment share statements", async () => {
  const names = (await twoDonations()).map(({ name }) => name);
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const find = openStatusReader(counting);
  const asked = Array.from({ length: 30 }, (_, at) => names[at % 2] ?? "");
  const found = await Promise.all([...asked, "no-such-donation"].map(find));
  expect(found.map((each) => each?.externalId ?? null)).toEqual([...asked, null]);
  expect(statements).toBe(2);
});

test("the reference of the provider finds the earliest donation", async () => {
  const [first, second] = await twoDonations();
  await db
    .updateTable("donations")
    .set({ transaction_id: "from-the-provider" })
    .where("id", "in", [first?.id ?? 0n, second?.id ?? 0n])
    .execute();
  const found = await openStatusReader(db)("from-the-provider");
  expect(found?.externalId).toBe(first?.name);
});

test("a failed statement fails its questions, and later ones are answered", async () => {
  const [donation] = await twoDonations();
  let fails = true;
  const find = openStatusReader(
    db.withPlugin({
      transformQuery({ node }) {
        if (fails) throw new Error("no connection");
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  await expect(find("one")).rejects.toThrow("no connection");
  fails = false;
  expect((await find(donation?.name ?? ""))?.status).toBe("pending");
});
