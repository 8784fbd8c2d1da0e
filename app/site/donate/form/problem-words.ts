import {
  largestGift,
  smallestGift,
  type AmountProblem,
  type DonorProblem,
} from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import { formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import {
  parseInternational,
  parsePhone,
  type InternationalNumber,
  type PhoneNumber,
} from "#domain/payments/phone.ts";
import { mobileMoneyLimit } from "#domain/zakat/assess.ts";
import type { Translator } from "#app/messages/translator.tsx";

/** What is wrong with a gift, in the words that forms and programs are told. */
export function amountWords(
  problem: AmountProblem,
  currency: Currency,
  { t, language, gift, asked }: { t: Translator; language: Language; gift?: Money; asked?: Money },
): string {
  const limit = formatMoney(mobileMoneyLimit, language);
  switch (problem) {
    case "amount-too-small":
      return t("giving.errors.smallest", { amount: formatMoney(smallestGift[currency], language) });
    case "amount-too-large":
      return t("giving.errors.tooLarge", { limit: formatMoney(largestGift[currency], language) });
    case "above-mobile-limit":
      return gift && asked && gift.amount <= mobileMoneyLimit.amount
        ? t("giving.errors.aboveLimitByFee", { total: formatMoney(asked, language), limit })
        : t("giving.errors.aboveLimit", { limit });
    case "mobile-needs-shillings":
      return t("giving.errors.needsShillings");
  }
}

export const donorWords = {
  "name-required": "giving.errors.nameRequired",
  "name-too-long": "giving.errors.nameTooLong",
  "email-required": "giving.errors.emailRequired",
  "email-invalid": "giving.errors.emailInvalid",
  "graduation-year-required": "giving.errors.yearRequired",
  "anonymous-or-alumni": "giving.errors.who",
} as const satisfies Record<DonorProblem, string>;

/** The way that is open, where the form stands, to whoever cannot pay by a phone of here. */
export type WayForOthers = "Card" | "Bank" | "Others";

export function readPhone(
  written: string,
  t: Translator,
  instead: WayForOthers = "Card",
): { number: PhoneNumber } | { message: string } {
  if (written.trim() === "") return { message: t("giving.errors.phoneRequired") };
  const number = parsePhone(written);
  if (number !== null) return { number };
  const isForeign = /^\s*(?:\+|00)\s*(?!255)[1-9]/.test(written);
  return { message: t(isForeign ? `giving.errors.phoneForeign${instead}` : "giving.errors.phoneInvalid") };
}

/** The card network takes the holder's number of any country. */
export function readHolderPhone(
  written: string,
  country: string,
  t: Translator,
): { number: InternationalNumber } | { message: string } {
  if (written.trim() === "") return { message: t("giving.errors.phoneRequired") };
  const number = parseInternational(written, country === "TZ");
  return number === null ? { message: t("giving.errors.cardPhone") } : { number };
}
