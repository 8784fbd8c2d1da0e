import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { campaignColumns, readCampaignRow } from "./campaign-row.ts";
import { columnProblems } from "./columns.ts";
import { donationColumns, readDonationRow } from "./donation-row.ts";
import { memberColumns, readMemberRow } from "./member-row.ts";

const today = "2026-11-21";
const row = {
  id: "3f0d6a1e-7c55-4b4f-9f5e-0d8a3c9b2e11",
  title: "Conference center",
  description: "A hall for 500 people.",
  goal_amount: "3000000000",
  amount_raised: "125000.00",
  donors_count: "41",
};
const read = (cells: Record<string, string | null>, isOfView = false) =>
  readCampaignRow({ ...row, ...cells }, { today, isOfView });
const problem = (cells: Record<string, string | null>) => {
  const result = read(cells);
  return result.ok ? null : result.problem;
};

test("a campaign is classified by its title and has the defaults of the specification", () => {
  expect(read({})).toEqual({
    ok: true,
    read: {
      ...{ id: "conference-center", earlierId: row.id, title: "Conference center" },
      ...{ description: row.description, category: "infrastructure", subType: "conference", priority: 1 },
      ...{ goal: 3_000_000_000n, currency: "TZS", organizer: "University Community Fund" },
      ...{ location: "Main Campus - Morogoro, Tanzania", isZakatEligible: false, status: "active" },
      ...{ startDate: "2026-11-21", endDate: "2026-12-21", hasOwnEnd: false, unknownCategory: null },
      ...{ raised: 125_000n, donors: 41n, hasPicture: false },
    },
  });
});

test.each<[Record<string, string | null>, Record<string, unknown>]>([
  [{ id: "girls-dormitories" }, { id: "girls-dormitories" }],
  [{ id: "17" }, { id: "conference-center" }],
  [
    { title: "Wells", category: "Waqfu" },
    { category: "registered-waqfu", priority: 999, id: "wells" },
  ],
  [
    { title: "Wells", category: "Water" },
    { category: "n/a", unknownCategory: "Water" },
  ],
  [{ title: "For debts", category: "Zakat" }, { isZakatEligible: true }],
  [{ is_zakat_eligible: "t" }, { isZakatEligible: true }],
  [
    { currency: "usd", goal_amount: "100.5", amount_raised: "0.25" },
    { currency: "USD", goal: 10_050n, raised: 25n },
  ],
  [
    { start_date: "2026-01-31 23:30:00+00", days_left: "10" },
    { startDate: "2026-02-01", endDate: "2026-02-11" },
  ],
  [
    { created_at: "2025-06-01T08:00:00.123Z", end_date: "2025-07-01" },
    { startDate: "2025-06-01", endDate: "2025-07-01" },
  ],
  [
    { amount_raised: null, donors_count: null, image: "https://a/b.png" },
    { raised: 0n, donors: 0n, hasPicture: true },
  ],
  [{ status: "Paused" }, { status: "paused" }],
  [{ start_date: "2026-01-31 23:30:00" }, { startDate: "2026-01-31" }],
  [
    { start_date: "", created_at: "", end_date: "2026-01-31" },
    { startDate: "2026-01-31", endDate: "2026-01-31" },
  ],
  [
    { start_date: "", created_at: "", end_date: "2027-01-31" },
    { startDate: today, endDate: "2027-01-31" },
  ],
  [{ start_date: "2026-01-31 23:30:00+0530" }, { startDate: "2026-01-31" }],
  [{ days_left: "0" }, { startDate: today, endDate: today }],
])("the cells %j are understood", (cells, expected) => {
  expect(read(cells)).toMatchObject({ ok: true, read: expected });
});

test.each<[Record<string, string | null>, string]>([
  [{ title: " " }, "title: Enter some text"],
  [{ title: "العربية" }, "its title has no letters of a URL"],
  [{ goal_amount: "3e9" }, 'goal_amount "3e9" is not an amount above 0'],
  [{ goal_amount: "0" }, "is not an amount above 0"],
  [{ amount_raised: "-5" }, 'amount_raised "-5" is not an amount'],
  [{ amount_raised: "10.50" }, 'amount_raised "10.50" is not an amount'],
  [{ amount_raised: "0" }, "it has 41 donors and no money"],
  [{ donors_count: "many" }, "donors_count: is not a number of people"],
  [{ currency: "EUR" }, "currency: "],
  [{ status: "closed" }, "status: "],
  [{ start_date: "31/01/2026" }, 'start_date: "31/01/2026" is not a date'],
  [{ start_date: "2026-02-30" }, "is not a date"],
  [{ start_date: "2026-02-30 10:00:00+00" }, "is not a date"],
  [{ start_date: "2026-01-31 25:00:00+00" }, "is not a date"],
  [{ days_left: "1e9" }, "days_left: is not a number of days"],
  [{ days_left: "-1" }, "days_left: is not a number of days"],
  [{ start_date: "2026-01-02", end_date: "2026-01-01" }, "its end date is before its start date"],
  [{ is_zakat_eligible: "maybe" }, 'is_zakat_eligible: "maybe" is not true or false'],
])("%j is left out: %s", (cells, expected) => {
  expect(problem(cells)).toContain(expected);
});

test.each([
  ["active", "2026-12-21"],
  ["paused", "2026-12-21"],
  ["completed", "2025-07-01"],
])("an earlier %s campaign without an end ends on %s", (status, endDate) => {
  expect(read({ created_at: "2025-06-01", status })).toMatchObject({ read: { endDate, hasOwnEnd: false } });
});

test("the view counts the days that are left from today", () => {
  const cells = { created_at: "2025-06-01", days_left: "10" };
  expect(read(cells, true)).toMatchObject({ read: { endDate: "2026-12-01", hasOwnEnd: true } });
  expect(read(cells)).toMatchObject({ read: { endDate: "2025-06-11", hasOwnEnd: true } });
});

test("an unknown and a missing column are named, with the known ones", () => {
  expect(columnProblems("donations", donationColumns, ["campaign_id", "amount", "Status"])).toEqual([
    'donations has the unknown column "Status". Correct its name, or remove it.',
    "donations lacks the column status.",
    expect.stringMatching(/^The columns of donations: amount, campaign_id, created_at, .*, updated_at\.$/),
  ]);
  for (const columns of [campaignColumns, memberColumns, donationColumns]) {
    expect(columnProblems("it", columns, [...columns.read, ...columns.notUsed])).toEqual([]);
    expect(columnProblems("it", columns, columns.needed)).toEqual([]);
    expect(columns.read).toEqual(expect.arrayContaining(columns.needed));
  }
});

test("the runbook lists the columns of every table", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8").replaceAll(/ +/g, " ");
  const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const tables = { campaigns: campaignColumns, team_members: memberColumns, donations: donationColumns };
  for (const [table, { needed, read: used, notUsed }] of Object.entries(tables)) {
    const further = used.filter((name) => !needed.includes(name));
    expect(runbook).toContain(
      `| \`${table}\` | ${listed(needed)} | ${listed(further)} | ${listed(notUsed)} |`,
    );
  }
});

test("a team member is read, and one without a role is left out", () => {
  const member = {
    name: " Asha Juma ",
    role: "Chair",
    bio: null,
    photo_url: "https://a/b",
    order_index: "3",
    is_active: null,
  };
  expect(readMemberRow(member)).toEqual({
    ok: true,
    read: { name: "Asha Juma", role: "Chair", bio: null, place: 3, isActive: true, hasPicture: true },
  });
  expect(readMemberRow({ ...member, is_active: "f" })).toMatchObject({ read: { isActive: false } });
  expect(readMemberRow({ ...member, role: "" })).toEqual({ ok: false, problem: "role: Enter some text" });
});

test("a donation gives its amount only", () => {
  const donation = {
    campaign_id: "1",
    amount: "5000",
    currency: "TZS",
    status: "completed",
    donor_name: "Asha",
  };
  expect(readDonationRow(donation)).toEqual({
    ok: true,
    read: { campaign: "1", amount: 5_000n, currency: "TZS", isCompleted: true },
  });
  expect(readDonationRow({ ...donation, amount: "five" })).toMatchObject({
    problem: 'amount "five" is not an amount',
  });
  expect(readDonationRow({ ...donation, status: "Completed" })).toMatchObject({
    read: { isCompleted: true },
  });
  expect(readDonationRow({ ...donation, status: "paid" })).toMatchObject({
    problem: expect.stringContaining("status: "),
  });
});
