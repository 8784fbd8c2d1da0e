import { expect, test } from "vitest";
import { checks, gapsIn, judge, type CheckName, type Facts, type StartSettings } from "./checks.ts";

const settings: StartSettings = { payments: "live", providers: ["azampay", "selcom"], sendsMail: true };
const facts: Facts = {
  today: "2026-11-23",
  hasSandboxDonations: false,
  paidProviders: ["azampay", "selcom"],
  lastEmailSent: new Date("2026-11-22T09:00:00Z"),
  contact: { phones: ["+255 712 345 678"], emails: ["office@fund.or.tz"] },
  bankDetails: { bankName: "Bank", accountNumber: "0152-000-123", swiftCode: "CORUTZTZ" },
  admins: 2,
  isSecondStepRequired: true,
  daysSinceBackup: 1,
  openCampaigns: 1,
  pricesAsOf: "2026-11-16",
};

type Changed = { settings?: Partial<StartSettings>; facts?: Partial<Facts> };
const judged = (changed: Changed = {}, gaps: Parameters<typeof judge>[2] = []) =>
  judge({ ...settings, ...changed.settings }, { ...facts, ...changed.facts }, gaps);

const openIn = (changed: Changed) =>
  judged(changed).flatMap(({ name, faults }) => (faults.length > 0 ? [name] : []));

test("a prepared fund has no open check", () => {
  expect(judged().map(({ name }) => name)).toEqual(Object.keys(checks));
  expect(openIn({})).toEqual([]);
});

test.each<[CheckName, string, Changed]>([
  ["database", "sandbox donations", { facts: { hasSandboxDonations: true } }],
  ["first-donations", "a provider without a donation", { facts: { paidProviders: ["selcom"] } }],
  ["mail", "no mail server", { settings: { sendsMail: false } }],
  ["mail", "no email sent", { facts: { lastEmailSent: null } }],
  ["contact", "no phone", { facts: { contact: { ...facts.contact, phones: [] } } }],
  ["contact", "no email", { facts: { contact: { ...facts.contact, emails: [] } } }],
  ["contact", "an example phone", { facts: { contact: { ...facts.contact, phones: ["+255 000 000 001"] } } }],
  [
    "contact",
    "an example email",
    { facts: { contact: { ...facts.contact, emails: ["info@fund.example"] } } },
  ],
  ["bank-details", "no bank details", { facts: { bankDetails: null } }],
  [
    "bank-details",
    "an account of zeros",
    { facts: { bankDetails: { bankName: "Bank", accountNumber: "0000 0000", swiftCode: "" } } },
  ],
  [
    "bank-details",
    "an example SWIFT code",
    { facts: { bankDetails: { bankName: "Bank", accountNumber: "12", swiftCode: "XXXXTZTZ" } } },
  ],
  ["campaigns", "no campaign", { facts: { openCampaigns: 0 } }],
  ["prices", "no prices", { facts: { pricesAsOf: null } }],
  ["prices", "prices of eight days ago", { facts: { pricesAsOf: "2026-11-15" } }],
  ["admins", "a single admin", { facts: { admins: 1 } }],
  ["second-step", "sign-in with a password", { facts: { isSecondStepRequired: false } }],
  ["backup", "no backup", { facts: { daysSinceBackup: null } }],
  ["backup", "a backup of two days ago", { facts: { daysSinceBackup: 2 } }],
])("the check %s is open with %s", (name, _, changed) => {
  expect(openIn(changed)).toEqual([name]);
});

test("sandbox payments leave the live checks open", () => {
  expect(openIn({ settings: { payments: "sandbox", providers: [] } })).toEqual(["live", "first-donations"]);
});

test("a gap in a text is named with its text", () => {
  const list = judged({}, [{ title: "Privacy Policy", gaps: ["[number]", "[country]"] }]);
  expect(list.find(({ name }) => name === "gaps")?.faults).toEqual([
    "Privacy Policy: fill in [number], [country].",
  ]);
});

test("gaps are brackets in any field, but not links", () => {
  const draft = {
    title: { en: "Policy", sw: "" },
    body: [
      { en: "Our number is [number]. See [Terms](/terms). [number] again.", sw: "Seva ziko [nchi]." },
      "- [x] done",
    ],
  };
  expect(gapsIn(draft)).toEqual(["[number]", "[nchi]"]);
});
