import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { tzs } from "#domain/money/money.ts";
import { enterOfflineDonation } from "#operations/donations/enter-offline.ts";
import { mayDecide } from "#domain/cases/proposal.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { nameActor } from "#database/accounts/role-grants.ts";
import { readDecider } from "#database/cases/proposals.ts";
import { readWaiting } from "#database/system/overview.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { readApprovers } from "./approvers.ts";

// The first admin of an installation waits for nothing, so each test has its own.
const funds = [await testRecords(), await testRecords(), await testRecords(), await testRecords()];
let [{ db, asOwner } = await testRecords()] = funds;

const hour = 3_600_000;

beforeEach(() => {
  const next = funds.pop();
  if (next === undefined) throw new Error("one fund for each test");
  ({ db, asOwner } = next);
});

/** Joins now, brought in by that person. */
async function join(id: string, role: Role, by: string | null = null): Promise<string> {
  await asOwner.transaction().execute(async (tx) => {
    await nameActor(tx, by);
    const email = `${id}@fund.example`;
    await tx.insertInto("users").values({ id, name: id, email, email_verified: true, role }).execute();
  });
  return id;
}

const inHours = (moment: Date | null) =>
  moment === null ? "now" : Math.round((moment.getTime() - Date.now()) / hour);

async function told(proposer: string, reader: string, agoHours = 0) {
  const proposedAt = new Date(Date.now() - agoHours * hour);
  const approvers = await readApprovers(db, { proposer, reader, proposedAt });
  return approvers.kind === "none" ? "none" : `${approvers.kind}: ${inHours(approvers.moment)}`;
}

const mayNow = async (decider: string, proposer: string, agoHours = 0) =>
  mayDecide(
    { proposedBy: proposer, proposedAt: new Date(Date.now() - agoHours * hour) },
    await readDecider(db, decider, proposer),
    new Date(),
  ).kind;

const wait = (hours: number) => letRolesAge(db, hours);

test("the only admin approves for a person 72 hours after that person joined", async () => {
  await join("founder", "admin");
  await join("mariam", "staff", "founder");
  expect(await told("mariam", "mariam", 30)).toBe("admin: 72");
  expect(await told("mariam", "founder"), "no other person").toBe("none");
  await wait(71);
  expect([await told("mariam", "mariam"), await mayNow("founder", "mariam")]).toEqual([
    "admin: 1",
    "new-proposer",
  ]);
  await wait(2);
  expect([await told("mariam", "mariam"), await mayNow("founder", "mariam")]).toEqual(["admin: now", "yes"]);
});

test("the only admin approves an own request after a day, or 72 hours after the role", async () => {
  await join("founder", "admin");
  expect(await told("founder", "founder")).toBe("only-admin: 24");
  expect(await told("founder", "founder", 25)).toBe("only-admin: now");
  expect(await mayNow("founder", "founder", 25)).toBe("with-password");
  await join("zuri", "admin", "founder");
  await asOwner.updateTable("users").set({ role: "organizer" }).where("id", "=", "founder").execute();
  expect(await told("zuri", "zuri")).toBe("only-admin: 72");
  await wait(60);
  expect(await told("zuri", "zuri"), "the day is longer than the rest of 72 hours").toBe("only-admin: 24");
  await wait(13);
  expect([await told("zuri", "zuri", 25), await mayNow("zuri", "zuri", 25)]).toEqual([
    "only-admin: now",
    "with-password",
  ]);
});

test("an admin without a tie approves now, and one whom the requester invited never", async () => {
  await join("founder", "admin");
  await join("zuri", "admin", "founder");
  await wait(100);
  expect(await told("founder", "founder"), "zuri was invited by the founder").toBe("none");
  expect(await told("zuri", "zuri")).toBe("admin: now");
  await join("other", "admin");
  expect(await told("founder", "founder")).toBe("admin: 72");
  await wait(73);
  expect(await told("founder", "zuri")).toBe("admin: now");
  expect(await mayNow("other", "founder")).toBe("yes");
});

const enter = (by: string, campaignId: string, reference: string) =>
  enterOfflineDonation(
    db,
    {
      ...{ campaignId, reference, amount: tzs(50_000), donor: { kind: "anonymous" }, phone: null },
      ...{ message: null, language: "en", method: "bank", receivedOn: "2026-11-18", document: null },
    },
    { by, now: new Date() },
  );

const request = (by: string) =>
  sql`
    insert into proposals (kind, subject, details, reason, proposed_by)
    values ('refund', ${`donation:${Math.random()}`}, '{}', 'twice', ${by})
  `.execute(asOwner);

test("what a person can decide later is counted with the time from which they can", async () => {
  await join("founder", "admin");
  await join("mariam", "staff", "founder");
  const to = await campaign(db);
  for (const reference of ["line 1", "line 2"])
    expect((await enter("mariam", to, reference)).kind).toBe("entered");
  await request("mariam");
  const ofFounder = async () => {
    const { proposals, offline, later } = await readWaiting(db, "founder");
    const short = (each: typeof later.offline) =>
      each && [each.count, inHours(each.from), inHours(each.allFrom)];
    return { proposals, offline, later: [short(later.proposals), short(later.offline)] };
  };
  expect(await ofFounder()).toEqual({
    proposals: 0,
    offline: 0,
    later: [
      [1, 72, 72],
      [2, 72, 72],
    ],
  });
  const { proposals, offline, later } = await readWaiting(db, "mariam");
  expect([proposals, offline, later], "she can never decide her own").toEqual([
    0,
    0,
    { proposals: null, offline: null },
  ]);
  await request("founder");
  expect((await ofFounder()).later).toEqual([
    [2, 24, 72],
    [2, 72, 72],
  ]);
  await wait(73);
  expect(await ofFounder()).toEqual({ proposals: 1, offline: 2, later: [[1, 24, 24], null] });
});
