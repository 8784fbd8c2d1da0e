import { expect, test } from "vitest";
import { readConfirmations } from "#database/go-live/confirmations.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { seed } from "#database/seed/seed.ts";
import { withValue } from "#domain/content/draft.ts";
import { confirmAccess } from "#operations/accounts/confirm-access.ts";
import { changeRole } from "#operations/accounts/change-role.ts";
import { confirmPoint, undoConfirmation } from "#operations/go-live/confirm.ts";
import { readChecklist } from "#operations/go-live/read-checklist.ts";
import { colleague, letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import type { EditableRecord } from "./records/editable.ts";
import { hero } from "./records/sections.ts";
import { contact, fund, largeDonations, paymentStops, settings, submenus } from "./records/settings.ts";
import { text } from "./records/texts.ts";
import { restoreVersion } from "./restore-version.ts";
import { saveRecord } from "./save-record.ts";

const { url, db } = await testRecords();
await seed(url, "empty", { putPicture: () => Promise.reject(new Error("no pictures")), say: () => {} });
const founder = await colleague(db, "admin");
const honest = await colleague(db, "admin");

const guarded: [EditableRecord, string][] = [
  [paymentStops, "paymentsStopped"],
  [settings, "jobs.send-mail"],
  [contact, "address.en"],
  [fund, "name.en"],
  [largeDonations, "text.en"],
  [submenus, ""],
  [text("privacy"), "title.en"],
  [text("terms"), "title.en"],
];

/** The founder raises an account, which a second admin then confirms or not. */
async function newAdmin({ isConfirmed }: { isConfirmed: boolean }): Promise<string> {
  const id = await colleague(db, "organizer");
  expect(await changeRole(db, { userId: id, role: "admin" }, founder)).toBe("changed");
  if (isConfirmed) expect(await confirmAccess(db, id, honest)).toBe("confirmed");
  return id;
}

async function saved(record: EditableRecord, path: string, authorId: string) {
  const draft = await record.read(db);
  if (draft === null) throw new Error("the seed writes this record");
  const changed = path === "" ? draft : withValue(draft, path, path.includes("Stopped") ? "yes" : authorId);
  const outcome = await saveRecord(db, record, { draft: changed, opened: fingerprintOf(draft), authorId });
  return outcome.kind;
}

/** The same write without the check of the operation. */
const forcedVersion = (subject: string, author: string) =>
  db
    .insertInto("record_versions")
    .values({ subject, version: 900, value: "{}", fingerprint: "x", author_id: author })
    .execute();

test.each(guarded)("a new admin cannot save %# of the protected records", async (record, path) => {
  const id = await newAdmin({ isConfirmed: true });
  const before = await record.read(db);
  expect(await saved(record, path, id)).toBe("new-admin");
  expect(await record.read(db)).toEqual(before);
  await expect(forcedVersion(record.subject, id)).rejects.toThrow(/may not save/);
});

test("after 72 hours the same admin saves a protected record", async () => {
  const id = await newAdmin({ isConfirmed: true });
  expect(await saved(fund, "name.en", id)).toBe("new-admin");
  await letRolesAge(db);
  expect(await saved(fund, "name.en", id)).toBe("saved");
});

test("an earlier version of a protected record counts as a save", async () => {
  expect(await saved(contact, "address.en", founder)).toBe("saved");
  const authorId = await newAdmin({ isConfirmed: true });
  const opened = fingerprintOf(await contact.read(db));
  expect((await restoreVersion(db, contact, { version: 0, opened, authorId })).kind).toBe("new-admin");
});

test("a confirmed new admin saves other records", async () => {
  expect(await saved(hero, "title.en", await newAdmin({ isConfirmed: true }))).toBe("saved");
});

test("an unconfirmed admin saves no record at all", async () => {
  const id = await newAdmin({ isConfirmed: false });
  await letRolesAge(db);
  expect(await saved(hero, "title.en", id)).toBe("unconfirmed");
  await expect(forcedVersion("hero", id)).rejects.toThrow(/may not save/);
});

test.each([true, false])("a new admin confirms no point, confirmed: %s", async (isConfirmed) => {
  const by = await newAdmin({ isConfirmed });
  const kind = isConfirmed ? "new-admin" : "unconfirmed";
  const { points } = await readChecklist(
    db,
    { payments: "sandbox", providers: [], sendsMail: true },
    new Date(),
  );
  const seen = points.find(({ name }) => name === "payee")?.fingerprint ?? "";
  const asked = { point: "payee", seen, checkedBy: "Neema" } as const;
  expect(await confirmPoint(db, { ...asked, by })).toMatchObject({ kind });
  const row = { point: "payee", kind: "confirmed", fingerprint: seen, checked_by: "Neema" } as const;
  const forced = db.insertInto("go_live_confirmations").values({ ...row, decided_by: by });
  await expect(forced.execute()).rejects.toThrow(/may not confirm/);
  expect((await readConfirmations(db)).has("payee")).toBe(false);

  expect(await confirmPoint(db, { ...asked, by: founder })).toBe("confirmed");
  expect(await undoConfirmation(db, { ...asked, by })).toMatchObject({ kind });
  expect(await undoConfirmation(db, { ...asked, by: founder })).toBe("undone");
});
