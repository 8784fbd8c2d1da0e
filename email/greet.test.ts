import { expect, test } from "vitest";
import { fundFrom } from "#domain/content/settings.ts";
import type { Email, Message } from "#domain/mail/messages.ts";
import { examples } from "./examples.ts";
import { writeEmail } from "./compose.ts";

const named = { name: { en: "The Fund", sw: "Mfuko" }, tagline: { en: "Give once", sw: null } };
const none = { en: "", sw: null };
const place = { origin: "https://fund.example", pretended: false };

function written(kind: Message["kind"], language: Email["language"], changes: object) {
  const message = examples.find((each) => each.message.kind === kind)?.message;
  if (message === undefined) throw new Error(`no example of ${kind}`);
  const fund = fundFrom({ ...named, ...changes });
  const writtenAt = new Date("2026-11-20T09:30:00Z");
  const recipient = "asha@donors.example";
  const contact = { phones: [], emails: [] };
  return writeEmail({ id: 1n, recipient, language, writtenAt, fund, contact, message }, place).text;
}

const forDonors = ["receipt", "donation-moved", "donation-refunded"] as const;

test.each(forDonors)("the fund's greeting opens the email %s", (kind) => {
  const changes = { emailGreeting: { en: "Dear", sw: "Habari" } };
  expect(written(kind, "en", changes)).toMatch(/^THE FUND\n\nDear Asha Juma,\n/);
  expect(written(kind, "sw", changes)).toMatch(/^MFUKO\n\nHabari Asha Juma,\n/);
});

test.each(forDonors)("without a greeting the email %s begins with its text", (kind) => {
  expect(written(kind, "en", { emailGreeting: none })).toMatch(/^THE FUND\n\n(?:We|Your) /);
});

test("a receipt carries the fund's prayer, or none", () => {
  const thanks = "We have received your donation to Girls’ dormitories.";
  expect(written("receipt", "en", { emailPrayer: { en: "Thank you.", sw: null } })).toContain(
    `\n\n${thanks} Thank you.\n\n`,
  );
  expect(written("receipt", "en", { emailPrayer: none })).toContain(`\n\n${thanks}\n\n`);
});

test("a fund saved before these fields keeps the first words", () => {
  expect(written("receipt", "en", {})).toContain("Assalamu alaikum Asha Juma,");
  expect(written("receipt", "en", {})).toContain("May Allah accept it from you and reward you for it.");
  expect(written("receipt", "sw", {})).toContain("Mwenyezi Mungu aukubali na akulipe kheri.");
});
