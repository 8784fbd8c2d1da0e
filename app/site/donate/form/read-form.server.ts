import { type Donor } from "#domain/donations/read-donor.ts";
import { amountProblem, feeOn, likelyDonation, smallestDonation } from "#domain/donations/amount-limits.ts";
import {
  isAmbiguousAmount,
  isBeyondAllMoney,
  likelyAmount,
  readTypedAmount,
} from "#domain/donations/typed-amount.ts";
import type { Language } from "#domain/content/language.ts";
import { add, formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";
import { explainAmount, explainProblem, type WayForOthers } from "#app/giving/explain-problem.ts";
import { methodsFor, type Method } from "#app/giving/methods.ts";
import { readCardHolder, type CardHolder } from "#app/giving/read-card-holder.server.ts";
import { readDonation, type FilledDonation } from "#app/giving/read-donation.server.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import type { Translator } from "#app/messages/translator.tsx";
import { countries } from "#app/site/donate/check/countries.ts";
import type { DonationCampaign } from "./donation-fields.ts";

type Read<Value> = { ok: true; value: Value } | { ok: false; errors: FormErrors };

export type FormContext = {
  campaign: DonationCampaign;
  offered: readonly Method[];
  instead: WayForOthers;
  t: Translator;
  language: Language;
  thisYear: number;
};

/** The errors are in the order of the fields. */
export function readForm(entered: Entered, reading: FormContext): Read<FilledDonation> {
  const { campaign, offered, instead, t, thisYear } = reading;
  const method = methodsFor[campaign.currency].find(
    (each) => each === entered["method"] && offered.includes(each),
  );
  const bearsFee = campaign.isZakatEligible && entered["fee"] === "yes";
  const amount = readAmount(entered, { method, bearsFee, reading });
  const who = entered["who"];
  const { value, problems } = readDonation(
    {
      amount: "money" in amount ? amount.money : null,
      bearsFee,
      donor: {
        name: entered["name"] ?? "",
        email: entered["email"] ?? "",
        graduationYear: entered["graduationYear"] ?? "",
        isAnonymous: who === "anonymous",
        isAlumni: who === "alumni",
        // A payment request needs no email. The other providers ask for one.
        needsEmail: method !== "push",
      },
      isDonorChosen: who === "named" || who === "alumni" || who === "anonymous",
      agreed: { updates: entered["updates"] === "yes", shown: entered["shown"] === "yes" },
      message: entered["message"] ?? "",
      method: method ?? null,
      phone: entered["phone"] ?? "",
      network: networks.find((each) => each === entered["network"]) ?? null,
    },
    thisYear,
  );
  const errors = problems.map((problem) => ({
    field: problem.field === "network" ? "network" : problem.field,
    message: explainProblem(problem, { t, entrance: "form", instead }),
  }));
  if ("money" in amount && value !== null) return { ok: true, value };
  return { ok: false, errors: "money" in amount ? errors : [amount, ...errors] };
}

type ReadingAmount = { method: Method | undefined; bearsFee: boolean; reading: FormContext };

function readAmount(
  entered: Entered,
  { method, bearsFee, reading: { campaign, t, language } }: ReadingAmount,
): { money: Money } | { field: string; message: string } {
  const { currency } = campaign;
  const typed = entered["otherAmount"] ?? "";
  const chosen = entered["amount"] ?? "other";
  // A typed amount counts instead of the chosen one.
  const isOther = chosen === "other" || typed.trim() !== "";
  const field = isOther ? "otherAmount" : "amount";
  const written = isOther ? typed : chosen;
  const money = readTypedAmount(written, currency) ?? answeredAmount(entered, currency);
  const byCard = method === "card" || currency === "USD";
  if (money === null) {
    const tooMuch = byCard ? "amount-too-large" : "above-mobile-limit";
    if (isBeyondAllMoney(written))
      return { field, message: explainAmount(tooMuch, currency, { t, language }) };
    return { field, message: askFor(written, { campaign, t, language }) };
  }
  const withFee = method === "card" || bearsFee;
  const problem = amountProblem(money, byCard ? "card" : "mobile", withFee);
  if (problem === null) return { money };
  const total = add(money, feeOn(money, withFee));
  return { field, message: explainAmount(problem, currency, { t, language, donation: money, total }) };
}

/** The answer to our question which amount was meant. It counts only while the typed amount is still the same. */
function answeredAmount({ otherAmount = "", meant }: Entered, currency: Currency): Money | null {
  const likely = likelyDonation(otherAmount, currency);
  const answer = meant === undefined ? null : readTypedAmount(meant, currency);
  return likely !== null && answer?.amount === likely.amount ? likely : null;
}

function askFor(
  written: string,
  { campaign, t, language }: Pick<FormContext, "campaign" | "t" | "language">,
) {
  const { currency } = campaign;
  if (!isAmbiguousAmount(written, currency)) return t("giving.errors.amount");
  const likely = likelyAmount(written, currency);
  if (likely === null) return t(`giving.errors.amountUnclear.${currency}`);
  const amount = formatMoney(likely, language);
  const smallest = formatMoney(smallestDonation[currency], language);
  return likelyDonation(written, currency) === null
    ? t("giving.errors.meantTooSmall", { amount, smallest })
    : t("giving.errors.meant", { amount });
}

const formFields: Record<string, string> = { email: "cardEmail", phone: "cardPhone" };

/** The optional email stands after the required fields, and the terms are last. */
const placeOf = (field: string) => ["email", "terms"].indexOf(field);

/** For the many addresses in Tanzania without one. The card networks require a value. */
const noPostcode = "00000";

/** The second step asks for the cardholder and for consent to the fee. A named donor entered their email before. */
export function readHolderForm(entered: Entered, donor: Donor, t: Translator): Read<CardHolder> {
  const line = (name: string) => entered[name] ?? "";
  const { value, problems } = readCardHolder({
    name: null,
    email: donor.kind === "anonymous" ? line("cardEmail") : (donor.email ?? ""),
    needsEmail: donor.kind !== "anonymous",
    phone: line("cardPhone"),
    billing: {
      firstName: line("firstName"),
      lastName: line("lastName"),
      address: line("address"),
      city: line("city"),
      region: line("region"),
      postcode: line("postcode").trim() || noPostcode,
      country: countries.find((each) => each === entered["country"]) ?? "",
    },
    acceptsTerms: entered["terms"] === "yes",
  });
  if (value !== null) return { ok: true, value };
  const inOrder = problems.toSorted((one, other) => placeOf(one.field) - placeOf(other.field));
  const errors = inOrder.map((problem) => ({
    field: formFields[problem.field] ?? problem.field,
    message: explainProblem(problem, { t, entrance: "form" }),
  }));
  return { ok: false, errors };
}
