import { expect, test } from "vitest";
import { fundFrom } from "#domain/content/settings.ts";
import type { Alarm } from "#domain/system/alarm.ts";
import type { Email } from "#domain/mail/messages.ts";
import { refusedWords } from "#tests/support/content/refused-words.ts";
import { writeEmail } from "./compose.ts";

const raisedAt = new Date("2026-11-20T09:30:00Z");
const endedAt = new Date("2026-11-20T11:45:00Z");
const place = { origin: "https://fund.example", pretended: false };

const each: [Alarm, RegExp][] = [
  [{ kind: "ledger", problems: 2 }, /\b2\b/],
  [{ kind: "ledger-unchecked", minutes: 90 }, /\b90\b/],
  [{ kind: "provider-failing", provider: "azampay", failed: 4, asked: 5 }, /AzamPay.*\b4\b.*\b5\b/],
  [{ kind: "provider-silent", provider: "selcom", waiting: 12 }, /12.*Selcom/],
  [{ kind: "mismatch", cases: 3, requested: 0 }, /\b3\b/],
  [{ kind: "disk", node: "web-1", percentFree: 4 }, /web-1.*4%/],
  [{ kind: "backup", days: 5 }, /\b5\b/],
  [{ kind: "backup", days: null }, /No backup|Hakuna nakala/],
  [{ kind: "sign-ins", refused: 40 }, /\b40\b/],
  [{ kind: "refusals", refused: 400 }, /\b400\b/],
];

test.each(each)("an email explains the alarm $kind in both languages", (alarm, details) => {
  for (const language of ["en", "sw"] as const) {
    const raised = written(alarm, "raised", language);
    expect(raised.text).toMatch(details);
    expect(refusedWords(language, `${raised.subject} ${raised.text}`)).toEqual([]);
    expect(raised.text).toContain("https://fund.example/admin/health");
    const over = written(alarm, "over", language);
    expect(over.subject).not.toBe(raised.subject);
    expect(over.text).toMatch(/14:45/);
  }
});

test("an alarm about cases does not say what the ledger has: one of the payments can be in it", () => {
  for (const language of ["en", "sw"] as const)
    expect(written({ kind: "mismatch", cases: 2, requested: 1 }, "raised", language).text).not.toMatch(
      /ledger|leja/i,
    );
});

test("an alarm about cases says how many wait for a decision, and how many for approval", () => {
  const textOf = (cases: number, requested: number, language: "en" | "sw") =>
    written({ kind: "mismatch", cases, requested }, "raised", language).text;
  expect(textOf(3, 1, "en")).toContain("To decide: 2. Waiting for approval: 1.");
  expect(textOf(3, 1, "sw")).toContain("Ya kuamuliwa: 2. Yanayosubiri idhini: 1.");
  expect(textOf(2, 0, "en")).toContain("Decide each case.");
});

function written(alarm: Alarm, state: "raised" | "over", language: "en" | "sw") {
  const email: Email = {
    id: 1n,
    recipient: "amina@fund.example",
    language,
    writtenAt: raisedAt,
    fund: fundFrom({ name: { en: "The Fund", sw: null }, tagline: { en: "Give once", sw: null } }),
    contact: { phones: [], emails: [] },
    message: { kind: "alarm", state, alarm, raisedAt, endedAt, address: "/admin/health" },
  };
  return writeEmail(email, place);
}
