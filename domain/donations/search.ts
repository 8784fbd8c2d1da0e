import type { Money } from "#domain/money/money.ts";
import { parsePhone, type PhoneNumber } from "#domain/payments/phone.ts";
import { readTypedAmount } from "./typed-amount.ts";

export type SearchMeaning =
  | { kind: "name"; words: string[] }
  | { kind: "anonymous" }
  | { kind: "email"; beginning: string }
  | { kind: "phone"; phone: PhoneNumber }
  /** Our order id, or the payment's reference at a provider, a network or a bank, whole or as donors see it. */
  | { kind: "reference"; reference: string }
  | { kind: "receipt"; number: bigint }
  | { kind: "amount"; amount: Money };

/** All possible meanings of a text: `10000` is an amount, a receipt's number and perhaps a bank's reference. */
export function meaningsOf(typed: string): SearchMeaning[] {
  const text = typed.trim();
  if (text.includes("@")) return [{ kind: "email", beginning: text.toLowerCase() }];
  if (!/\p{N}/u.test(text)) {
    const words = wordsIn(text);
    const name = { kind: "name" as const, words };
    if (anonymous.test(words.join(" "))) return [{ kind: "anonymous" }, name];
    return words.length === 0 ? [] : [name];
  }
  const meanings: SearchMeaning[] = [];
  const phone = parsePhone(text);
  if (phone !== null) meanings.push({ kind: "phone", phone });
  if (/^\P{C}{3,100}$/u.test(text)) meanings.push({ kind: "reference", reference: text });
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (number !== undefined) meanings.push({ kind: "receipt", number: BigInt(number) });
  const amount = readSearchedAmount(text);
  if (amount !== null) meanings.push({ kind: "amount", amount });
  // Some donors are named "Alumni of 2009".
  if ((phone === null && amount === null && /\p{L}.*\s|\s.*\p{L}/u.test(text)) || /^\d{4}$/.test(text))
    meanings.push({ kind: "name", words: wordsIn(text) });
  return meanings;
}

/** As the site writes it, in English and in Kiswahili. */
const anonymous = /^(?:anonymous|bila (?:kutajwa )?jina)$/i;

/** Shillings, unless dollars are named, or cents without a currency: shillings have none. */
export function readSearchedAmount(text: string): Money | null {
  const isDollars = /\$|usd/i.test(text) || /^[\d,\s]*\.(?!00?\s*$)\d{1,2}\s*$/.test(text);
  return readTypedAmount(text, isDollars ? "USD" : "TZS");
}

const mostWords = 6;

function wordsIn(text: string): string[] {
  return (text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords);
}
