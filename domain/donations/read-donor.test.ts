import fc from "fast-check";
import { expect, test } from "vitest";
import {
  externalId,
  graduationYears,
  isEmail,
  isExternalId,
  longestMessage,
  payerOf,
  readDonor,
  readMessage,
  type FilledIn,
} from "./read-donor.ts";
import { amountProblem, feeOn } from "./amount-limits.ts";
import { tzs, usd, type Money } from "#domain/money/money.ts";

const asha: FilledIn = {
  name: "Asha Juma",
  email: "asha@example.org",
  isAnonymous: false,
  isAlumni: false,
  needsEmail: true,
  graduationYear: "",
};

test.each<[Partial<FilledIn>, object]>([
  [{}, { kind: "named", name: "Asha Juma", email: "asha@example.org" }],
  [{ name: "  Asha \n Juma\u200b " }, { kind: "named", name: "Asha Juma", email: "asha@example.org" }],
  [{ isAnonymous: true }, { kind: "anonymous" }],
  [{ isAnonymous: true, name: "", email: "not one" }, { kind: "anonymous" }],
  [
    { isAlumni: true, graduationYear: "2008" },
    { kind: "alumni", graduationYear: "2008" },
  ],
  [
    { isAlumni: true, graduationYear: " 2026 " },
    { kind: "alumni", graduationYear: "2026" },
  ],
  [
    { isAlumni: true, graduationYear: "Present" },
    { kind: "alumni", graduationYear: "Present" },
  ],
  [{ graduationYear: "2010" }, { kind: "named" }],
])("with %j the donor is %j", (filledIn, donor) => {
  expect(readDonor({ ...asha, ...filledIn }, 2026)).toMatchObject({ ok: true, donor });
});

test("an anonymous donor is a payer without a name of their own", () => {
  const named = { name: "Asha Juma", email: "asha@example.org" };
  expect(payerOf({ kind: "anonymous" }, "fund@example.org")).toEqual({
    name: "Anonymous",
    email: "fund@example.org",
  });
  expect(payerOf({ kind: "named", ...named }, "fund@example.org")).toEqual(named);
});

test.each<[Partial<FilledIn>, object]>([
  [{ name: " " }, { name: "name-required" }],
  [{ name: "\u200b" }, { name: "name-required" }],
  [{ name: "a".repeat(101) }, { name: "name-too-long" }],
  [{ email: "" }, { email: "email-required" }],
  [{ email: "asha" }, { email: "email-invalid" }],
  [
    { name: "", email: "" },
    { name: "name-required", email: "email-required" },
  ],
  [{ isAlumni: true }, { graduationYear: "graduation-year-required" }],
  [{ isAlumni: true, graduationYear: "2007" }, { graduationYear: "graduation-year-required" }],
  [{ isAlumni: true, graduationYear: "2027" }, { graduationYear: "graduation-year-required" }],
  [{ isAlumni: true, graduationYear: "present" }, { graduationYear: "graduation-year-required" }],
  [{ isAlumni: true, isAnonymous: true }, { isAnonymous: "anonymous-or-alumni" }],
])("with %j it says %j", (filledIn, problems) => {
  expect(readDonor({ ...asha, ...filledIn }, 2026)).toEqual({ ok: false, problems });
});

test("graduation years run from today back to 2008, after Present", () => {
  expect(graduationYears(2010)).toEqual(["Present", "2010", "2009", "2008"]);
});

test.each(["a@b.tz", "asha.juma+donation@mail.example.org", "o'brien@example.org"])(
  "%s is an address",
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  "asha@example",
  "asha@@example.org",
  "a@b.tz,c@d.tz",
  "a@b.tz\nBcc: c@d.tz",
  "<a@b.tz>",
  "a b@c.tz",
  "a@.tz",
  `${"a".repeat(65)}@b.tz`,
  `a@${"b.".repeat(130)}tz`,
])("%s is none", (text) => {
  expect(isEmail(text)).toBe(false);
});

test("a message keeps its line breaks and loses invisible characters", () => {
  expect(readMessage(" Peace\r\nbe with you\u0007 ")).toEqual({ ok: true, message: "Peace\nbe with you" });
  expect(readMessage(" \n ")).toEqual({ ok: true, message: null });
  expect(readMessage("a".repeat(longestMessage + 1))).toEqual({ ok: false });
});

test.each<[Money, "mobile" | "card", boolean, string | null]>([
  [tzs(999), "mobile", false, "amount-too-small"],
  [tzs(1_000), "mobile", false, null],
  [tzs(5_000_000), "mobile", false, null],
  [tzs(5_000_001), "mobile", false, "above-mobile-limit"],
  [tzs(4_900_000), "mobile", true, "above-mobile-limit"],
  [tzs(5_000_001), "card", true, null],
  [tzs(999), "card", true, "amount-too-small"],
  [usd(99), "card", true, "amount-too-small"],
  [usd(100), "card", true, null],
  [usd(100), "mobile", false, "mobile-needs-shillings"],
  [tzs(10n ** 14n), "card", true, "amount-too-large"],
])("a donation of %o by %s, fee %s: %s", (donation, by, withFee, problem) => {
  expect(amountProblem(donation, by, withFee)).toBe(problem);
});

test("a fee is added on top or not at all", () => {
  expect(feeOn(tzs(50_001), true)).toEqual(tzs(1_750));
  expect(feeOn(usd(1_000), false)).toEqual(usd(0));
});

test("an external id is recognised by its format", () => {
  fc.assert(
    fc.property(fc.constantFrom("zakat", "fun-run-2025"), fc.nat(), (campaign, at) => {
      expect(isExternalId(externalId(campaign, at))).toBe(true);
    }),
  );
  for (const text of ["", "zakat", "zakat_", "_1", "zakat_1'--", "ZAKAT_1", `a_${"1".repeat(200)}`])
    expect(isExternalId(text)).toBe(false);
});
