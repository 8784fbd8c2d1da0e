import { afterAll, expect, test } from "vitest";
import { dayOf } from "#domain/system/calendar.ts";
import { openDatabase } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { readCampaignFigures } from "./page-parts.ts";

const own = await testDatabase("demo");
const database = openDatabase(own.webUrl);
const db = database.readWrite;
afterAll(async () => {
  await database.close();
  await own.close();
});

const campaigns = await db
  .selectFrom("public_campaigns")
  .select(["id", "goal_amount", "currency"])
  .orderBy("id")
  .execute();

test.each(campaigns)("the figures of $id equal its donations", async ({ id, goal_amount, currency }) => {
  const donations = await db
    .selectFrom("donations")
    .select(["amount", "completed_at"])
    .where("campaign_id", "=", id)
    .where("status", "=", "completed")
    .where("reversed_at", "is", null)
    .where("refunded", "=", 0n)
    .orderBy("completed_at")
    .execute();
  const completed = donations.flatMap(({ amount, completed_at: at }) => (at === null ? [] : { amount, at }));
  const figures = await readCampaignFigures(database.publicReads, id, { amount: goal_amount, currency });
  expect(figures.latest).toEqual(
    completed
      .toReversed()
      .slice(0, 5)
      .map(({ amount, at }) => ({
        amount: { amount, currency },
        day: dayOf(at),
        name: expect.toSatisfy(isName),
      })),
  );
  const marks = [25, 50, 75, 100].flatMap((percent) => {
    let sum = 0n;
    const reached = completed.find(({ amount }) => (sum += amount) * 100n >= BigInt(percent) * goal_amount);
    return reached && goal_amount > 0n ? [{ percent, day: dayOf(reached.at) }] : [];
  });
  expect(figures.marks).toEqual(marks);
  expect(figures.external).toBeNull();
});

const isName = (name: unknown) => name === null || typeof name === "string";

test("a campaign without a goal has no marks", async () => {
  const figures = await readCampaignFigures(database.publicReads, "zakat", { amount: 0n, currency: "TZS" });
  expect(figures.marks).toEqual([]);
});
