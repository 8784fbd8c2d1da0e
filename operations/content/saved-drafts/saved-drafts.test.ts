import { beforeEach, expect, test } from "vitest";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { fingerprintOf, listVersions } from "#database/content/versions.ts";
import { openDatabase } from "#database/sql.server.ts";
import { withValue, type Draft } from "#domain/content/draft.ts";
import { editedCampaign } from "#operations/content/records/campaign.ts";
import { bankDetails } from "#operations/content/records/bank-details.ts";
import type { EditableRecord } from "#operations/content/records/editable.ts";
import { about, hero } from "#operations/content/records/sections.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";
import { cancelSchedule, discardDraft } from "./end.ts";
import { publishDueDrafts } from "./publish-due.ts";
import { saveDraft, scheduleDraft } from "./save.ts";

const { db, asOwner, webUrl } = await testRecords("demo");
const amina = await colleague(db, "staff");
const juma = await colleague(db, "staff");

const evening = new Date("2030-01-01T18:00:00Z");
const before = new Date(evening.getTime() - 1);

let published: Draft;
let logged: bigint;

beforeEach(async () => {
  await asOwner.deleteFrom("record_drafts").execute();
  published = await current(hero);
  const { id } = await db.selectFrom("audit_head").select("id").executeTakeFirstOrThrow();
  logged = id;
});

async function current(record: EditableRecord): Promise<Draft> {
  const draft = await record.read(db);
  if (draft === null) throw new Error(`the demonstration has no ${record.subject}`);
  return draft;
}

const titled = (title: string, draft = published) => withValue(draft, "title.en", title);
const opened = (held: Draft | null = null) => ({
  opened: fingerprintOf(published),
  held: held === null ? "" : fingerprintOf(held),
});
const keep = (draft: Draft, { by = amina, held = null as Draft | null } = {}) =>
  saveDraft(db, hero, { draft, by, ...opened(held) });
const publish = (draft: Draft, { by = amina, held = null as Draft | null } = {}) =>
  saveRecord(db, hero, { draft, authorId: by, ...opened(held) });
const schedule = (draft: Draft, publishAt = evening, by = amina) =>
  scheduleDraft(db, hero, { draft, by, publishAt, ...opened() });
const fail = (subject: string, error: unknown) => {
  throw new Error(`${subject} failed`, { cause: error });
};
const publishDue = (now = evening) => publishDueDrafts(db, now, fail);

async function actions(): Promise<[string | null, string][]> {
  const entries = await db
    .selectFrom("audit_log")
    .select(["actor_id", "action"])
    .where("id", ">", logged)
    .orderBy("id")
    .execute();
  return entries.map(({ actor_id, action }) => [actor_id, action]);
}

test("a draft does not change the record, and ends with its publication", async () => {
  const draft = titled("Prepared");
  expect(await keep(draft)).toEqual({ kind: "draft-saved", wasScheduled: false });
  expect(await current(hero)).toEqual(published);
  expect(await findSavedDraft(db, "hero")).toMatchObject({ draft, schedule: null });

  expect(await publish(draft, { by: juma, held: draft })).toEqual({ kind: "saved" });
  expect(await current(hero)).toEqual(draft);
  expect(await findSavedDraft(db, "hero")).toBeNull();
  expect(await actions()).toEqual([
    [amina, "draft-saved"],
    [juma, "record-saved"],
  ]);
});

test("a text that is published or saved already makes no draft", async () => {
  expect(await keep(published)).toEqual({ kind: "as-before" });
  expect(await findSavedDraft(db, "hero")).toBeNull();
  const draft = titled("Twice");
  await keep(draft);
  expect(await keep(draft, { held: draft })).toEqual({ kind: "as-before" });
  expect(await actions()).toHaveLength(1);
});

test("a draft that a colleague saved since is neither lost nor published over", async () => {
  const theirs = titled("Juma's draft");
  await keep(theirs, { by: juma });
  const mine = withValue(published, "subtitle.en", "Amina's subtitle");
  const conflict = { kind: "stale", draft: fingerprintOf(theirs), theirs, base: published };
  expect(await keep(mine)).toMatchObject(conflict);
  expect(await publish(mine)).toMatchObject(conflict);
  expect(await current(hero)).toEqual(published);
  expect(await findSavedDraft(db, "hero")).toMatchObject({ draft: theirs });
});

test("restoring a version leaves a draft for its conflict screen", async () => {
  const draft = titled("Still a draft");
  await keep(draft);
  await saveRecord(db, hero, { draft: titled("Past the form"), authorId: juma, opened: opened().opened });
  expect(await findSavedDraft(db, "hero")).toMatchObject({ draft, opened: opened().opened });
});

test("a scheduled draft is published at its time, once on many processes", async () => {
  const draft = titled("In the evening");
  expect(await schedule(draft)).toEqual({ kind: "scheduled" });
  expect(await publishDue(before)).toEqual({ published: 0, notPublished: 0 });
  expect(await current(hero)).toEqual(published);
  const versions = await listVersions(db, "hero");

  const processes = Array.from({ length: 4 }, () => openDatabase(webUrl, { poolSize: 2 }));
  const results = await Promise.all(
    processes.map(({ readWrite }) => publishDueDrafts(readWrite, evening, fail)),
  );
  await Promise.all(processes.map(({ close }) => close()));
  expect(results.map((result) => result.published).sort()).toEqual([0, 0, 0, 1]);
  expect(await current(hero)).toEqual(draft);
  expect(await findSavedDraft(db, "hero")).toBeNull();
  const later = await listVersions(db, "hero");
  const added = later.filter(({ version }) => version > (versions[0]?.version ?? 0));
  expect(added.map((version) => version.draft)).toEqual([draft]);
  expect(await actions()).toEqual([
    [amina, "draft-scheduled"],
    [amina, "draft-published"],
  ]);
});

test.each([
  ["cancelled", () => cancelSchedule(db, { subject: "hero", by: juma })],
  ["saved again", () => keep(titled("Another"), { by: juma, held: titled("Planned") })],
])("a schedule that was %s publishes nothing, and its draft stays", async (_, end) => {
  await schedule(titled("Planned"));
  await end();
  expect(await publishDue()).toEqual({ published: 0, notPublished: 0 });
  expect(await current(hero)).toEqual(published);
  expect(await findSavedDraft(db, "hero")).toMatchObject({ schedule: null });
  expect(await actions()).toHaveLength(2);
});

test.each([
  ["is no longer staff", { role: "organizer" }],
  ["is disabled", { banned: true }],
] as const)("nothing is published for a person who %s", async (_, change) => {
  const gone = await colleague(db, "staff");
  await schedule(titled("By one who left"), evening, gone);
  await asOwner.updateTable("users").set(change).where("id", "=", gone).execute();
  expect(await publishDue()).toEqual({ published: 0, notPublished: 1 });
  expect(await current(hero)).toEqual(published);
  expect(await findSavedDraft(db, "hero")).toMatchObject({ schedule: { failure: "no-access" } });
  expect(await actions()).toEqual([
    [gone, "draft-scheduled"],
    [null, "draft-not-published"],
  ]);
  expect(await publishDue(), "it is reported once").toEqual({ published: 0, notPublished: 0 });
});

test("a draft older than the record is not published", async () => {
  await schedule(titled("Planned first"));
  await saveRecord(db, hero, { draft: titled("Saved since"), authorId: juma, opened: opened().opened });
  expect(await publishDue()).toEqual({ published: 0, notPublished: 1 });
  expect(await current(hero)).toEqual(titled("Saved since"));
  expect(await findSavedDraft(db, "hero")).toMatchObject({ schedule: { failure: "changed" } });
});

test("a draft that the tables refuse by then is not published", async () => {
  const record = editedCampaign(await campaign(db, { category: "research", sub_type: "n/a" }));
  const was = await current(record);
  const draft = withValue(was, "currency", "USD");
  const planned = { draft, by: amina, publishAt: evening, held: "", opened: fingerprintOf(was) };
  expect(await scheduleDraft(db, record, planned)).toEqual({ kind: "scheduled" });
  await pendingDonation(db, { to: record.subject.replace("campaign:", "") });
  expect(await publishDue()).toEqual({ published: 0, notPublished: 1 });
  expect(await current(record)).toEqual(was);
  expect(await findSavedDraft(db, record.subject)).toMatchObject({ schedule: { failure: "invalid" } });
});

test("an unexpected error leaves its draft scheduled, and others are published", async () => {
  await schedule(titled("Breaks"), before);
  const picture = {
    id: "lost",
    width: "1",
    height: "1",
    alt: { en: "A", sw: "" },
    focus: { x: "50", y: "50" },
  };
  const value = JSON.stringify(withValue(titled("Breaks"), "picture", picture));
  await asOwner.updateTable("record_drafts").set({ value }).where("subject", "=", "hero").execute();
  const was = await current(about);
  const draft = titled("Another section", was);
  const opened = fingerprintOf(was);
  await scheduleDraft(db, about, { draft, by: amina, publishAt: evening, held: "", opened });
  const failed: string[] = [];
  const result = await publishDueDrafts(db, evening, (subject) => failed.push(subject));
  expect([result, failed]).toEqual([{ published: 1, notPublished: 0 }, ["hero"]]);
  expect(await current(about)).toEqual(draft);
  expect(await findSavedDraft(db, "hero")).toMatchObject({ schedule: { failure: null } });
});

test("only a valid and fresh text can be scheduled", async () => {
  expect(await schedule(titled(" "))).toMatchObject({ kind: "invalid", errors: [{ field: "title.en" }] });
  expect(await schedule(published)).toEqual({ kind: "as-before" });
  await saveRecord(db, hero, { draft: titled("First"), authorId: juma, opened: opened().opened });
  expect(await schedule(titled("Second"))).toMatchObject({ kind: "stale", theirs: titled("First") });
  const bank = await current(bankDetails);
  const planned = { draft: bank, by: amina, publishAt: evening, held: "", opened: fingerprintOf(bank) };
  await expect(scheduleDraft(db, bankDetails, planned)).rejects.toThrow("by an approval only");
  expect(await findSavedDraft(db, "hero")).toBeNull();
});

test("a draft that changed since is not discarded", async () => {
  await keep(titled("Newer"));
  const old = { subject: "hero", by: juma, fingerprint: fingerprintOf(titled("Older")) };
  expect(await discardDraft(db, old)).toBe("as-before");
  expect(await discardDraft(db, { ...old, fingerprint: fingerprintOf(titled("Newer")) })).toBe("done");
  expect(await findSavedDraft(db, "hero")).toBeNull();
  expect((await actions()).at(-1)).toEqual([juma, "draft-discarded"]);
});
