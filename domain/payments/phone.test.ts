import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, maskPhone, operatorOf, parseInternational, parsePhone } from "./phone.ts";

const asha = "255712345678";

test.each([
  "255712345678",
  "+255712345678",
  "00255712345678",
  "000255712345678",
  "0255712345678",
  "0712345678",
  "712345678",
  "2550712345678",
  "+2550712345678",
  "002550712345678",
  "+255 (0) 712 345 678",
  "+255 712 345 678",
  "+255-712-345-678",
  "255.712.345.678",
  "0712 345 678",
  "0712-345-678",
  "0712/345678",
  "٠٧١٢٣٤٥٦٧٨",
  "+٢٥٥ ۷۱۲ ۳۴۵ ۶۷۸",
  "(0712) 345 678",
  "(+255) 712345678",
  "+255 71 234 5678",
  "  0712345678  ",
  "07 12 34 56 78",
  "0712\u00a0345\u00a0678",
  "0712\u2011345\u2011678",
  "0712\u2013345\u2013678",
  "\u202a+255712345678\u202c",
  "0712\t345678",
  "tel:+255712345678",
  "TEL:0712345678",
  "０７１２３４５６７８",
  "71 2345678",
])("%j is Asha's number", (written) => {
  expect(parsePhone(written)).toBe(asha);
});

test.each([
  "",
  " ",
  "712",
  "071234567",
  "07123456789",
  "25571234567",
  "2557123456789",
  "0222123456",
  "255222123456",
  "255812345678",
  "+254712345678",
  "254712345678",
  "0812345678",
  "++255712345678",
  "255+712345678",
  "0712345678x",
  "call me",
  "0712 345 678, 0755 000 111",
  "0712345678\n0712345679",
  "7123456.78e1",
  "0".repeat(10_000),
])("%j is not a valid number for requests", (written) => {
  expect(parsePhone(written)).toBeNull();
});

test.each([
  ["61", "Halotel", "Halopesa"],
  ["62", "Halotel", "Halopesa"],
  ["63", "Halotel", "Halopesa"],
  ["65", "Yas", "Tigo"],
  ["67", "Yas", "Tigo"],
  ["70", "Yas", "Tigo"],
  ["71", "Yas", "Tigo"],
  ["77", "Yas", "Tigo"],
  ["66", "Airtel", "Airtel"],
  ["68", "Airtel", "Airtel"],
  ["69", "Airtel", "Airtel"],
  ["78", "Airtel", "Airtel"],
  ["72", "Vodacom", "Mpesa"],
  ["74", "Vodacom", "Mpesa"],
  ["75", "Vodacom", "Mpesa"],
  ["76", "Vodacom", "Mpesa"],
  ["79", "Vodacom", "Mpesa"],
  ["73", "TTCL", null],
] as const)("255%s is %s", (prefix, name, network) => {
  expect(operatorOf(`255${prefix}1234567`)).toEqual({ name, network });
});

test("an unassigned prefix suggests no network", () => {
  expect(operatorOf("255641234567")).toBeNull();
});

test("a number is shown in groups and masked in the middle", () => {
  expect(formatPhone(asha)).toBe("+255 712 345 678");
  expect(maskPhone(asha)).toBe("+255\u00a071•\u00a0•••\u00a0678");
});

test("every spelling gives one number, and reading it again changes nothing", () => {
  const national = fc
    .tuple(fc.constantFrom("6", "7"), fc.stringMatching(/^\d{8}$/))
    .map(([first, rest]) => first + rest);
  const lead = fc.constantFrom("", "0", "255", "+255", "00255", "000255", "2550", "+255 (0)");
  const gap = fc.constantFrom("", " ", "-", ".", "\u00a0");
  fc.assert(
    fc.property(national, lead, fc.array(gap, { minLength: 9, maxLength: 9 }), (digits, before, gaps) => {
      const written = before + [...digits].map((digit, at) => (gaps[at] ?? "") + digit).join("");
      expect(parsePhone(written)).toBe(`255${digits}`);
      expect(parsePhone(formatPhone(`255${digits}`))).toBe(`255${digits}`);
    }),
  );
});

test("any text gives a well-formed number or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (written) => {
      const phone = parsePhone(written);
      expect(phone === null || /^255[67]\d{8}$/.test(phone)).toBe(true);
    }),
  );
});

test.each([
  ["+44 7911 123456", false, "447911123456"],
  ["+44 7911 123456", true, "447911123456"],
  ["0044 7911 123456", false, "447911123456"],
  ["+254712345678", false, "254712345678"],
  ["+254712345678", true, "254712345678"],
  ["+1 (415) 555-0123", false, "14155550123"],
  ["+255 22 211 0000", true, "255222110000"],
  ["255712345678", false, asha],
  ["+2550712345678", false, asha],
  ["0712 345 678", true, asha],
  // Kenya and Tanzania write numbers the same way. Without a country code the country is unknown.
  ["0712 345 678", false, null],
  ["+255 712 345 67", true, null],
  ["+44 12", false, null],
  ["+0712345678", false, null],
  ["+1234567890123456", false, null],
  ["hakuna", false, null],
  ["", true, null],
])("a card's holder writes %s, in Tanzania %s: %s", (written, inTanzania, expected) => {
  expect(parseInternational(written, inTanzania)).toBe(expected);
});
