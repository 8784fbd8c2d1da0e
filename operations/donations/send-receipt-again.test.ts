import { sql } from "kysely";
import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import {
  reportOf,
  scriptedProvider,
  settleReported,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { addNote } from "./add-note.ts";
import { sendReceiptAgain } from "./send-receipt-again.ts";

const { db } = await testRecords();
const provider = scriptedProvider();

async function donation({ paid = true, anonymous = false } = {}) {
  const started = await startedDonation(
    db,
    provider,
    await campaign(db),
    anonymous ? { donor: { kind: "anonymous" } } : {},
  );
  if (paid) await settleReported(db, reportOf(started));
  return { id: started.donation_id, externalId: started.externalId };
}

const emails = (donationId: bigint) =>
  db
    .selectFrom("outbox")
    .select(["recipient", "asked_by"])
    .where("donation_id", "=", donationId)
    .orderBy("id")
    .execute();

test("each request sends the receipt as a new email", async () => {
  const { id, externalId } = await donation();
  for (let time = 0; time < 2; time++)
    expect(await sendReceiptAgain(db, { donationId: id, instead: null, by: "sara" })).toEqual({
      kind: "queued",
      recipient: "asha@example.org",
    });
  expect(await emails(id)).toEqual([
    { recipient: "asha@example.org", asked_by: null },
    { recipient: "asha@example.org", asked_by: "sara" },
    { recipient: "asha@example.org", asked_by: "sara" },
  ]);
  const audited = await db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "reason"])
    .where("subject", "=", `donation:${externalId}`)
    .execute();
  expect(audited).toEqual([
    { actor_id: "sara", action: "send-receipt-again", reason: null },
    { actor_id: "sara", action: "send-receipt-again", reason: null },
  ]);
});

test("another address needs a reason and must be a single address", async () => {
  const { id } = await donation({ anonymous: true });
  const to = async (address: string, reason: string) =>
    (await sendReceiptAgain(db, { donationId: id, instead: { address, reason }, by: "sara" })).kind;
  expect((await sendReceiptAgain(db, { donationId: id, instead: null, by: "sara" })).kind).toBe("no-address");
  expect(await to("", "He called")).toBe("no-address");
  expect(await to("a@b.example,c@d.example", "He called")).toBe("not-an-address");
  expect(await to("juma@example.org\r\nBcc: all@example.org", "He called")).toBe("not-an-address");
  expect(await to("juma@example.org", "  ")).toBe("reason-required");
  expect(await emails(id)).toEqual([]);
  expect(await to(" juma@example.org ", "He called and named the reference")).toBe("queued");
  expect(await emails(id)).toEqual([{ recipient: "juma@example.org", asked_by: "sara" }]);
});

test("an unpaid donation has no receipt to send", async () => {
  const { id } = await donation({ paid: false });
  const again = (donationId: bigint) => sendReceiptAgain(db, { donationId, instead: null, by: "sara" });
  expect(await again(id)).toEqual({ kind: "no-receipt" });
  expect(await again(999_999n)).toEqual({ kind: "unknown" });
});

test("a note is stored as written and cannot be changed", async () => {
  const { id } = await donation();
  const note = async (text: string, donationId = id) =>
    (await addNote(db, { donationId, text, by: "sara" })).kind;
  expect(await note(" Called.\r\nWill call again ")).toBe("noted");
  expect(await note(" \n ")).toBe("nothing-written");
  expect(await note("x".repeat(2_001))).toBe("too-long");
  expect(await note("lost", 999_999n)).toBe("unknown");
  expect(await db.selectFrom("donation_notes").select(["text", "author_id"]).execute()).toEqual([
    { text: "Called.\nWill call again", author_id: "sara" },
  ]);
  // The types forbid the update too.
  await expect(sql`update donation_notes set text = 'x'`.execute(db)).rejects.toThrow(/append-only|denied/);
  await expect(db.deleteFrom("donation_notes").execute()).rejects.toThrow(/append-only|denied/);
});
