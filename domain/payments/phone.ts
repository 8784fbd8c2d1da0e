import { inLatinDigits } from "#domain/money/typed-amount.ts";

/** A Tanzanian mobile number in stored form: 255 and nine digits. */
export type PhoneNumber = `255${string}`;

/** A number of any country, from a card's holder, in digits that begin with the country code. */
export type InternationalNumber = string;

export const networks = ["Mpesa", "Tigo", "Airtel", "Halopesa", "Azampesa"] as const;
/** A mobile network, by AzamPay's name for it. */
export type Network = (typeof networks)[number];

export type Operator = { name: string; network: Network | null };

const vodacom: Operator = { name: "Vodacom", network: "Mpesa" };
const yas: Operator = { name: "Yas", network: "Tigo" };
const airtel: Operator = { name: "Airtel", network: "Airtel" };
const halotel: Operator = { name: "Halotel", network: "Halopesa" };
const ttcl: Operator = { name: "TTCL", network: null };

/** TCRA's numbering plan; 77 was Zantel, 66 was Smile. */
const prefixes: Record<string, Operator> = {
  ...{ "61": halotel, "62": halotel, "63": halotel },
  ...{ "65": yas, "67": yas, "70": yas, "71": yas, "77": yas },
  ...{ "66": airtel, "68": airtel, "69": airtel, "78": airtel },
  ...{ "72": vodacom, "74": vodacom, "75": vodacom, "76": vodacom, "79": vodacom },
  "73": ttcl,
};

/** Reads every common spelling of a number in Tanzania. Null if it is not a Tanzanian mobile number. */
export function parsePhone(written: string): PhoneNumber | null {
  const digits = bare(written)?.replace(/^\+/, "") ?? "";
  // 00 and 000 (in East Africa) are international prefixes. 2550 is a 0 kept after the country code.
  const national = /^(?:0{0,3}2550?|0)?([67]\d{8})$/.exec(digits)?.[1];
  return national === undefined ? null : `255${national}`;
}

/** A number without a country code is Tanzanian only if the person lives there. */
export function parseInternational(written: string, livesInTanzania: boolean): InternationalNumber | null {
  const digits = bare(written);
  if (digits === null) return null;
  const dialled = /^(?:\+|000?)([1-9]\d{7,14})$/.exec(digits)?.[1];
  if (dialled !== undefined && !dialled.startsWith("255")) return dialled;
  if (dialled !== undefined && /^255\d{9}$/.test(dialled)) return dialled;
  return livesInTanzania || /^\+?0*255/.test(digits) ? parsePhone(written) : null;
}

/** Removes the usual separators between digits. */
function bare(written: string): string | null {
  if (written.length > 40) return null;
  return inLatinDigits(written)
    .normalize("NFKC")
    .replace(/^\s*tel:/i, "")
    .replace(/[\s\p{Pd}\p{Cf}()./]/gu, "");
}

/** A hint only: numbers can move between networks, so a prefix proves nothing. */
export function operatorOf(phone: PhoneNumber): Operator | null {
  return prefixes[phone.slice(3, 5)] ?? null;
}

export function formatPhone(phone: PhoneNumber): string {
  return `+255 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
}

/** As people in Tanzania write it, and short enough for a column. */
export function formatNational(phone: PhoneNumber): string {
  return `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
}

/** For logs and public places: the network and the last three digits, never split over two lines. */
export function maskPhone(phone: PhoneNumber): string {
  return `+255\u00a0${phone.slice(3, 5)}•\u00a0•••\u00a0${phone.slice(9)}`;
}
