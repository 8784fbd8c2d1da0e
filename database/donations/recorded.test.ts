import { beforeAll, expect, test } from "vitest";
import { meaningsOf } from "#domain/donations/search.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { bookedDonations } from "./recorded.ts";
import type { DonationFilter } from "./list.ts";
import { writeHistory } from "#database/seed/histories.ts";

const { db, asOwner } = await testRecords();
const now = new Date("2026-11-20T12:00:00Z");

beforeAll(async () => {
  await writeHistory(asOwner, { donations: 2_000, campaigns: 3, days: 30, now });
});

const everyone: DonationFilter = {
  ...{ meanings: null, campaign: null, state: null, provider: null },
  ...{ method: null, amount: null, open: null, from: null, to: null },
};

async function journals(
  filter: DonationFilter,
  sizes?: Parameters<typeof bookedDonations>[2],
): Promise<bigint[]> {
  const found: bigint[] = [];
  for await (const batch of bookedDonations(db, filter, sizes)) {
    expect(batch.length).toBeGreaterThan(0);
    found.push(...batch.map(({ journal }) => journal));
  }
  return found;
}

const filters: Record<string, [Partial<DonationFilter>, least: number]> = {
  readWrite: [{}, 1_000],
  "a name": [{ meanings: meaningsOf("asha") }, 20],
  "an amount": [{ meanings: meaningsOf("TSh 20,000") }, 20],
  "anonymous donations": [{ meanings: meaningsOf("anonymous") }, 50],
  "an unknown name": [{ meanings: meaningsOf("zzyx") }, 0],
  nothing: [{ meanings: meaningsOf("🙂") }, 0],
  "a name to a campaign in some days": [
    { meanings: meaningsOf("asha"), campaign: "history-1", from: "2026-10-25", to: "2026-11-15" },
    1,
  ],
  "reversed donations": [{ state: "reversed" }, 1],
};

test.each(Object.entries(filters))(
  "%s: each query returns each entry once, by value date",
  async (_, [only, least]) => {
    const filter = { ...everyone, ...only };
    const all = await journals(filter);
    expect(all.length).toBeGreaterThanOrEqual(least);
    expect(new Set(all).size).toBe(all.length);
    const inOrder = await db
      .selectFrom("journal")
      .select("id")
      .where("id", "in", [0n, ...all])
      .orderBy("occurred_at")
      .orderBy("id")
      .execute();
    expect(all).toEqual(inOrder.map(({ id }) => id));
    for (const sizes of [
      { together: 7, mostMatches: 5_000 },
      { together: 7, mostMatches: 0 },
      { together: 100, mostMatches: 0 },
    ])
      expect(await journals(filter, sizes), JSON.stringify(sizes)).toEqual(all);
  },
);
