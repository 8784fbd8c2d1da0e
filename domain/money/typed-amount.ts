/** Real amounts have fewer digits than this. */
const mostDigits = 15;

/**
 * A number as a person typed it. English and Kiswahili both write 1,234.50: a comma between thousands, a full stop
 * before decimals. `12,50` and `1.500` have two possible meanings. They are `ambiguous` and never read as 1,250 or
 * 1.5.
 */
export type TypedNumber =
  | { kind: "number"; whole: string; decimals: string }
  | { kind: "nothing" }
  | { kind: "ambiguous" }
  | { kind: "too-long" }
  | { kind: "no-number" };

export type Writing = {
  /** Allowed before or after the number. */
  units: RegExp;
  decimals: RegExp;
};

export const inShillings: Writing = {
  units: /^(?:tshs?|tzs)\.?|(?:\/[=-]?|tshs?|tzs)$/gi,
  // Bank statements write shillings with cents, which are always zero.
  decimals: /^0{0,2}$/,
};
export const inDollars: Writing = { units: /^(?:us\$|\$|usd)|(?:us\$|\$|usd)$/gi, decimals: /^\d{0,2}$/ };
const inGrams: Writing = { units: /(?:grams?|gramu|g)$/gi, decimals: /^\d{0,15}$/ };

/** Groups of three with one kind of separator, or no groups. */
const wellWritten = /^(?<whole>\d{1,3}(?:(?<mark>[, '])\d{3})(?:\k<mark>\d{3})*|\d*)(?:\.(?<decimals>\d*))?$/;

export function readTypedNumber(text: string, { units, decimals: allowed }: Writing): TypedNumber {
  const plain = inLatinDigits(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll("’", "'")
    .trim()
    .replaceAll(units, "")
    .trim();
  if (plain === "") return { kind: "nothing" };
  const isNumeric = /^[\d.][\d., ']*$/.test(plain) && /\d/.test(plain);
  if (!isNumeric) return { kind: "no-number" };
  if (plain.replaceAll(/\..*$|\D/g, "").replace(/^0+/, "").length > mostDigits) return { kind: "too-long" };
  const written = text.length > 60 ? undefined : wellWritten.exec(plain)?.groups;
  const decimals = written?.["decimals"] ?? "";
  if (written === undefined || !allowed.test(decimals)) return { kind: "ambiguous" };
  const whole = (written["whole"] ?? "").replaceAll(/\D/g, "").replace(/^0+/, "");
  return { kind: "number", whole: whole || "0", decimals };
}

/**
 * Shillings as people type them: `10,000`, `10 000`, `TSh 10000/=`, `١٠٬٠٠٠`. Empty text is 0. Null if it is not an
 * amount, has cents or has two possible meanings.
 */
export function readShillings(text: string): bigint | null {
  const read = readTypedNumber(text, inShillings);
  if (read.kind === "nothing") return 0n;
  return read.kind === "number" ? BigInt(read.whole) : null;
}

/** In the smallest unit of a currency with this many decimals. Null if it is not an amount above 0. */
export function readMinorUnits(text: string, writing: Writing, places: 0 | 2): bigint | null {
  const read = readTypedNumber(text, writing);
  if (read.kind !== "number") return null;
  const amount = BigInt(read.whole + (places === 0 ? "" : read.decimals.padEnd(places, "0")));
  return amount > 0n ? amount : null;
}

/**
 * The likely meaning of an ambiguous amount, to ask the person: `10.000` is 10,000. It is never used without an answer.
 * Few shillings with a fraction are thousands: `10,5` is 10,500. Many keep none of it: `10000,5` is 10,000. Null if no
 * amount above 0 is likely, as with `0,5` shillings.
 */
export function likelyMinorUnits(text: string, writing: Writing, places: 0 | 2): bigint | null {
  if (text.length > 60 || readTypedNumber(text, writing).kind !== "ambiguous") return null;
  const plain = inLatinDigits(text)
    .replaceAll(/[^\d., ']/g, "")
    .replace(/[., ']+$/, "")
    .trim();
  const [, before = "", mark = "", cents = ""] = /^(.*)([.,])(\d{1,2})$/.exec(plain) ?? [];
  // A mark that comes twice separates thousands, however they are written.
  const hasCents = mark !== "" && !before.includes(mark);
  const digits = (hasCents ? before : plain).replaceAll(/\D/g, "");
  const whole = Number(before);
  const shillings = whole > 0 && whole < 1_000 ? before + cents.padEnd(3, "0") : digits;
  return readMinorUnits(places === 0 ? shillings : hasCents ? `${digits}.${cents}` : digits, writing, places);
}

/** For the calculators, which count in shillings only and whose script must stay small. */
export const likelyShillings = (text: string): bigint | null => likelyMinorUnits(text, inShillings, 0);

const grouped = /^\d{1,3}(?<mark>[,'_ ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?$/;

/**
 * A typed amount in the format of programs: `2,000,000` is `2000000`. Any other text stays as it is, and `readAmount`
 * refuses `1,5`.
 */
export function withoutGroupMarks(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return grouped.test(plain) ? plain.replaceAll(/[,'_ ]/g, "") : plain;
}

/** The opposite, for a person to read and change: `2000000` is `2,000,000`. Any other text stays as it is. */
export function withGroupMarks(text: string): string {
  const { whole, rest } = /^(?<whole>\d{4,15})(?<rest>(?:\.\d+)?)$/.exec(text)?.groups ?? {};
  return whole === undefined ? text : `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}${rest}`;
}

/** A weight in grams, as whole milligrams: `12.5` and `12,5` are 12,500 of them. */
export function readMilligrams(text: string): bigint | null {
  const read = readTypedNumber(text.replace(/,(\d{1,2})(?=\D*$)/, ".$1"), inGrams);
  if (read.kind === "nothing") return 0n;
  if (read.kind !== "number") return null;
  return BigInt(read.whole) * 1000n + BigInt(read.decimals.slice(0, 3).padEnd(3, "0"));
}

/** Arabic and Persian digits, and the separators written with them. */
export function inLatinDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
}
