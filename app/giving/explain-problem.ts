import { longestMessage, type DonorProblem } from "#domain/donations/read-donor.ts";
import { largestDonation, smallestDonation, type AmountProblem } from "#domain/donations/amount-limits.ts";
import type { Language } from "#domain/content/language.ts";
import { formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import type { Billing } from "#domain/payments/provider.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import type { Translator } from "#app/messages/translator.tsx";

export type PhoneProblem = "phone-required" | "phone-foreign" | "phone-invalid";

/** Pages and the API have their own names for the field. */
export type Problem =
  | { field: "who" | "name" | "email" | "graduationYear"; kind: DonorProblem | "who-required" }
  | { field: "message"; kind: "message-too-long"; length: number }
  | { field: "method"; kind: "method-required" }
  | { field: "phone"; kind: PhoneProblem }
  | { field: "network"; kind: "network-unknown" | "network-cannot-pay" };

export type HolderProblem =
  | { field: "name" | "email"; kind: DonorProblem }
  | { field: Exclude<keyof Billing, "country">; kind: "line-required" | "line-too-long" }
  | { field: "country"; kind: "country-required" }
  | { field: "phone"; kind: "phone-required" | "holder-phone-invalid" }
  | { field: "terms"; kind: "terms-required" };

export const longestLine = 100;

/** The advice to donors without a Tanzanian phone: another method on this page, or elsewhere. */
export type WayForOthers = "Card" | "Bank" | "Others";

type Entrance = "form" | "program";
type Explaining = { t: Translator; entrance: Entrance; instead?: WayForOthers };

/** API clients get one text for the whole billing address; the form names each field. */
export function explainProblem(
  problem: Problem | HolderProblem,
  { t, entrance, instead = "Card" }: Explaining,
): string {
  switch (problem.kind) {
    case "anonymous-or-alumni":
      return t(entrance === "form" ? "giving.errors.who" : "answers.problems.anonymousOrAlumni");
    case "message-too-long":
      return entrance === "form"
        ? t("giving.errors.messageTooLong", { most: longestMessage, count: problem.length })
        : t("answers.problems.message");
    case "phone-foreign":
      return t(`giving.errors.phoneForeign${instead}`);
    case "network-cannot-pay":
      return t(`giving.errors.ttcl${instead}`);
    case "line-required":
      return t(entrance === "form" ? `giving.errors.${problem.field}` : "answers.problems.billing");
    case "line-too-long":
      return entrance === "form"
        ? t("giving.errors.tooLong", { most: longestLine })
        : t("answers.problems.billing");
    case "country-required":
      return t(entrance === "form" ? "giving.errors.country" : "answers.problems.billing");
    default:
      return t(sameWords[problem.kind]);
  }
}

const sameWords = {
  "who-required": "giving.errors.who",
  "name-required": "giving.errors.nameRequired",
  "name-too-long": "giving.errors.nameTooLong",
  "email-required": "giving.errors.emailRequired",
  "email-invalid": "giving.errors.emailInvalid",
  "graduation-year-required": "giving.errors.yearRequired",
  "method-required": "giving.errors.method",
  "phone-required": "giving.errors.phoneRequired",
  "phone-invalid": "giving.errors.phoneInvalid",
  "network-unknown": "giving.errors.network",
  "holder-phone-invalid": "giving.errors.cardPhone",
  "terms-required": "giving.errors.terms",
} as const;

export function explainAmount(
  problem: AmountProblem,
  currency: Currency,
  { t, language, donation, total }: { t: Translator; language: Language; donation?: Money; total?: Money },
): string {
  const limit = formatMoney(mobileMoneyLimit, language);
  switch (problem) {
    case "amount-too-small":
      return t("giving.errors.smallest", { amount: formatMoney(smallestDonation[currency], language) });
    case "amount-too-large":
      return t("giving.errors.tooLarge", { limit: formatMoney(largestDonation[currency], language) });
    case "above-mobile-limit":
      return donation && total && donation.amount <= mobileMoneyLimit.amount
        ? t("giving.errors.aboveLimitByFee", { total: formatMoney(total, language), limit })
        : t("giving.errors.aboveLimit", { limit });
    case "mobile-needs-shillings":
      return t("giving.errors.needsShillings");
  }
}
