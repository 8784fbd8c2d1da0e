import { beforeEach, expect, test } from "vitest";
import { readConfirmations } from "#database/go-live/confirmations.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { seed } from "#database/seed/seed.ts";
import { withValue } from "#domain/content/draft.ts";
import type { CheckName, StartSettings } from "#domain/go-live/checks.ts";
import type { PointName } from "#domain/go-live/points.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";
import { fund, zakat } from "#operations/content/records/settings.ts";
import { text } from "#operations/content/records/texts.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { confirmPoint, undoConfirmation } from "./confirm.ts";
import { readChecklist } from "./read-checklist.ts";

const { url, db, asOwner } = await testRecords();
await seed(url, "empty", { putPicture: () => Promise.reject(new Error("no pictures")), say: () => {} });
const asha = await colleague(db, "admin");
const juma = await colleague(db, "staff");
const settings: StartSettings = { payments: "sandbox", providers: [], sendsMail: true };

const list = () => readChecklist(db, settings, new Date());

async function pointNamed(name: PointName) {
  const found = (await list()).points.find((point) => point.name === name);
  if (found === undefined) throw new Error(`no point ${name}`);
  return found;
}

async function faultsOf(name: CheckName) {
  const found = (await list()).checks.find((check) => check.name === name);
  return found?.faults;
}

async function confirm(point: PointName, by = asha) {
  const { fingerprint } = await pointNamed(point);
  return confirmPoint(db, { point, seen: fingerprint ?? "", checkedBy: "Neema, advocate", by });
}

async function change(record: EditableRecord, path: string, value: string) {
  const draft = await record.read(db);
  if (draft === null) throw new Error("the seed writes this record");
  const save = { draft: withValue(draft, path, value), opened: fingerprintOf(draft), authorId: juma };
  expect(await saveRecord(db, record, save)).toEqual({ kind: "saved" });
}

const loggedAbout = (point: PointName) =>
  db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "before", "after", "reason"])
    .where("subject", "=", `go-live:${point}`)
    .orderBy("id")
    .execute();

beforeEach(async () => {
  for (const point of (await readConfirmations(db)).keys()) {
    const seen = (await readConfirmations(db)).get(point)?.fingerprint ?? "";
    await undoConfirmation(db, { point, seen, by: asha });
  }
});

test("a confirmation names the admin, the expert and the audit entry", async () => {
  const { fingerprint } = await pointNamed("terms");
  expect(await confirm("terms")).toBe("confirmed");
  const { state } = await pointNamed("terms");
  expect(state).toMatchObject({ kind: "confirmed", checkedBy: "Neema, advocate", fingerprint });
  expect(state).toMatchObject({ by: asha.slice(0, 8) });
  expect(await loggedAbout("terms")).toEqual([
    { action: "point-confirmed", actor_id: asha, before: null, after: { fingerprint }, reason: null },
  ]);
  expect(await confirm("terms"), "a second time").toBe("unchanged");
  expect(await loggedAbout("terms")).toHaveLength(1);
});

test("a changed text invalidates its confirmation, and only its own", async () => {
  await confirm("terms");
  await confirm("privacy");
  await change(text("terms"), "body.sw", "Masharti mapya");
  expect((await pointNamed("terms")).state.kind).toBe("changed");
  expect((await pointNamed("privacy")).state.kind).toBe("confirmed");
  expect((await list()).open).toContain("Terms of Service");
  expect(await confirm("terms")).toBe("confirmed");
  expect((await list()).open).not.toContain("Terms of Service");
});

test("a text that changed after the page was opened is not confirmed", async () => {
  const { fingerprint } = await pointNamed("about");
  await change(text("terms"), "title.en", "Our terms");
  const seen = (await pointNamed("terms")).fingerprint ?? "";
  await change(text("terms"), "title.en", "Terms of Service");
  const stale = { point: "terms", seen, checkedBy: "Neema", by: asha } as const;
  expect(await confirmPoint(db, stale)).toBe("changed");
  expect((await pointNamed("terms")).state.kind).toBe("open");
  expect((await pointNamed("about")).fingerprint, "another point").toBe(fingerprint);
});

test("an undone confirmation is open again and stays in the log", async () => {
  await confirm("key");
  const { fingerprint } = await pointNamed("key");
  const undo = (seen: string) => undoConfirmation(db, { point: "key", seen, by: asha });
  expect(await undo("another")).toBe("changed");
  expect(await undo(fingerprint ?? "")).toBe("undone");
  expect((await pointNamed("key")).state).toEqual({ kind: "open" });
  expect(await undo(fingerprint ?? "")).toBe("unchanged");
  expect((await loggedAbout("key")).map(({ action }) => action)).toEqual([
    "point-confirmed",
    "confirmation-undone",
  ]);
});

test("two admins who confirm at once leave one confirmation", async () => {
  const both = await Promise.all([confirm("providers"), confirm("providers")]);
  expect(both.toSorted()).toEqual(["confirmed", "unchanged"]);
  expect(await loggedAbout("providers")).toHaveLength(1);
});

test("content that does not exist yet cannot be confirmed", async () => {
  expect(await pointNamed("bank")).toEqual({ name: "bank", fingerprint: null, state: { kind: "missing" } });
  expect(await confirm("bank")).toBe("changed");
});

test("new prices keep the scholar's confirmation, a new Zakat campaign ends it", async () => {
  await confirm("zakat");
  const draft = (await zakat.read(db)) ?? "";
  const priced = Object.entries({
    gold: "330000",
    silver: "4100",
    asOf: "2026-11-20",
    "source.en": "Market",
  });
  const filled = priced.reduce((each, [path, value]) => withValue(each, path, value), draft);
  const save = { draft: filled, opened: fingerprintOf(draft), authorId: juma };
  expect(await saveRecord(db, zakat, save)).toEqual({ kind: "saved" });
  expect((await pointNamed("zakat")).state.kind, "the source is new").toBe("changed");
  await confirm("zakat");
  await change(zakat, "gold", "340000");
  expect((await pointNamed("zakat")).state.kind).toBe("confirmed");
  await campaign(db, { is_zakat_eligible: true });
  expect((await pointNamed("zakat")).state.kind).toBe("changed");
});

test("the payee's confirmation covers the fund's name alone", async () => {
  await confirm("payee");
  await change(fund, "tagline.en", "Give today.");
  expect((await pointNamed("payee")).state.kind).toBe("confirmed");
  await change(fund, "name.en", "Another Fund");
  expect((await pointNamed("payee")).state.kind).toBe("changed");
});

test("the database refuses other roles and changed rows", async () => {
  await expect(confirm("home", juma)).rejects.toThrow("is not an admin");
  await asOwner.updateTable("users").set({ banned: true }).where("id", "=", juma).execute();
  await confirm("home");
  await expect(
    asOwner.updateTable("go_live_confirmations").set({ checked_by: "Another" }).execute(),
  ).rejects.toThrow("append-only");
  await expect(asOwner.deleteFrom("go_live_confirmations").execute()).rejects.toThrow("append-only");
  await expect(db.deleteFrom("go_live_confirmations").execute()).rejects.toThrow("permission denied");
  await expect(
    db
      .insertInto("go_live_confirmations")
      .values({ point: "about", kind: "undone", decided_by: asha })
      .execute(),
  ).rejects.toThrow("is not confirmed");
  await expect(
    db
      .insertInto("go_live_confirmations")
      .values({ point: "about", kind: "confirmed", decided_by: asha })
      .execute(),
  ).rejects.toThrow("check constraint");
});

test("the checks follow the database", async () => {
  expect(await faultsOf("gaps")).toEqual([
    "Privacy Policy: fill in [number], [name, email, phone], [country], [namba], [jina, barua pepe, simu], [nchi].",
  ]);
  expect(await faultsOf("admins")).toHaveLength(1);
  await colleague(db, "admin");
  expect(await faultsOf("admins")).toEqual([]);
  expect(await faultsOf("backup")).toEqual(["No backup is recorded."]);
  await recordBackup(db);
  expect(await faultsOf("backup")).toEqual([]);
  const to = await campaign(db, { status: "active" });
  expect(await faultsOf("campaigns")).toEqual([]);
  expect(await faultsOf("database")).toEqual([]);
  await complete(db, await pendingDonation(db, { to }));
  expect(await faultsOf("database")).toHaveLength(1);
});

test("a confirmed payment closes the check of its provider alone", async () => {
  await complete(db, await pendingDonation(db, { to: await campaign(db) }));
  const live = { payments: "live", providers: ["azampay", "selcom"], sendsMail: true } as const;
  const { checks } = await readChecklist(db, live, new Date());
  expect(checks.find(({ name }) => name === "first-donations")?.faults).toEqual([
    "No donation through AzamPay is confirmed yet.",
  ]);
});
