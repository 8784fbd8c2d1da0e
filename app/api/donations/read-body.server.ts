import { likelyAmount, readTypedAmount } from "#domain/donations/typed-amount.ts";
import { readAmount } from "#domain/money/read-amount.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import type { Language } from "#domain/content/language.ts";
import { currencies, exactAmount, formatMoney, type Currency } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";
import { explainProblem, type HolderProblem, type Problem } from "#app/giving/explain-problem.ts";
import type { Method } from "#app/giving/methods.ts";
import { readCardHolder, type CardHolder } from "#app/giving/read-card-holder.server.ts";
import { readDonation, type FilledDonation } from "#app/giving/read-donation.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";

export type Body = Record<string, unknown>;

/** The names of one address for the fields that the addresses spell differently. */
export type Names = { campaign: string; phone: string; name: string; email: string };

export type Errors = Record<string, string>;

export type BodyRead = {
  campaignId: string;
  donation: FilledDonation;
  cardHolder: CardHolder | null;
  retryOf: string | null;
};

type Spelling = { method: Method; names: Names };

/** Reads the body of an API request. The errors have the field names of the address. */
export function readBody(body: Body, { method, names }: Spelling): { read: BodyRead } | { errors: Errors } {
  const language = languageIn(body);
  const t = translatorIn(language);
  const errors: Errors = {};
  const campaignId = text(body, names.campaign);
  if (!isCampaignId(campaignId)) errors[names.campaign] = t("answers.problems.campaign");
  const amount = readMoney(body, language, errors);
  const network = networks.find((each) => each === body["provider"]) ?? null;
  if (method === "push" && network === null) errors["provider"] = t("answers.problems.provider");
  const entered = {
    name: text(body, names.name),
    email: text(body, names.email),
    graduationYear: text(body, "graduationYear"),
    isAnonymous: flag(body, "isAnonymous"),
    isAlumni: flag(body, "isAlumni"),
    needsEmail: true,
  };
  const donation = readDonation(
    {
      amount,
      bearsFee: flag(body, "bearsFee"),
      donor: entered,
      isDonorChosen: true,
      agreed: { updates: flag(body, "wantsUpdates"), shown: flag(body, "isShown") },
      message: text(body, "message"),
      method,
      phone: text(body, names.phone),
      network,
    },
    new Date().getFullYear(),
  );
  const holder = method === "card" ? readHolder(body, names) : { value: null, problems: [] };
  const explaining = { t, entrance: "program" } as const;
  for (const problem of donation.problems)
    errors[fieldOf(problem, names)] ??= explainProblem(problem, explaining);
  for (const problem of holder.problems)
    errors[holderFieldOf(problem, names)] ??= explainProblem(problem, explaining);
  if (Object.keys(errors).length > 0 || donation.value === null) return { errors };
  const retryOf = text(body, "retryOf") || null;
  return { read: { campaignId, donation: donation.value, cardHolder: holder.value, retryOf } };
}

function readMoney(body: Body, language: Language, errors: Errors) {
  const t = translatorIn(language);
  const currency = currencyIn(body);
  if (currency === null) errors["currency"] = t("answers.problems.currency");
  const amount = readAmount(body["amount"], currency ?? "TZS");
  if (amount === null) errors["amount"] = askFor(body["amount"], currency ?? "TZS", language);
  return amount;
}

/** The forms ask the same about a typed amount. */
function askFor(amount: unknown, currency: Currency, language: Language): string {
  const t = translatorIn(language);
  const typed = typeof amount === "string" ? amount.slice(0, 61) : "";
  const meant = likelyAmount(typed, currency) ?? readTypedAmount(typed, currency);
  return meant === null
    ? t("answers.problems.amount")
    : t("answers.problems.amountMeant", {
        amount: formatMoney(meant, language),
        number: exactAmount(meant),
      });
}

function readHolder(body: Body, names: Names) {
  const bill = billingIn(body);
  return readCardHolder({
    name: text(body, names.name),
    email: text(body, names.email),
    needsEmail: true,
    phone: text(body, names.phone),
    billing: {
      firstName: text(bill, "firstName"),
      lastName: text(bill, "lastName"),
      address: text(bill, "address"),
      city: text(bill, "city"),
      region: text(bill, "region"),
      postcode: text(bill, "postcode"),
      country: text(bill, "country"),
    },
    acceptsTerms: flag(body, "acceptTerms"),
  });
}

function fieldOf({ field }: Problem, names: Names): string {
  switch (field) {
    case "name":
    case "email":
    case "phone":
      return names[field];
    case "who":
      return "isAnonymous";
    case "network":
      return "provider";
    default:
      return field;
  }
}

function holderFieldOf({ field }: HolderProblem, names: Names): string {
  if (field === "name" || field === "email" || field === "phone") return names[field];
  return field === "terms" ? "acceptTerms" : `billing.${field}`;
}

function billingIn(body: Body): Body {
  const billing = body["billing"];
  return typeof billing === "object" && billing !== null ? Object.fromEntries(Object.entries(billing)) : {};
}

export function languageIn(body: Body): Language {
  return body["language"] === "sw" ? "sw" : "en";
}

function currencyIn(body: Body): Currency | null {
  const typed = body["currency"] ?? "TZS";
  return currencies.find((currency) => currency === typed) ?? null;
}

const longestText = 2_000;

/** A value that is not text, or is far too long, counts as missing. */
function text(body: Body, name: string): string {
  const value = body[name];
  const written = typeof value === "number" ? String(value) : value;
  return typeof written === "string" && written.length <= longestText ? written : "";
}

function flag(body: Body, name: string): boolean {
  return body[name] === true || body[name] === "true";
}
