import { readAmount } from "#domain/money/read-amount.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { isEmail, oneLine, readDonor, readMessage } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import { currencies, type Currency } from "#domain/money/money.ts";
import { wallets, type Wallet } from "#domain/payments/phone.ts";
import type { Billing, Payer } from "#domain/payments/provider.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import { donorWords } from "#app/site/donate/form/problem-words.ts";
import type { GiftWanted } from "#operations/donations/start.ts";

type Body = Record<string, unknown>;

/** What an address calls what it takes. */
export type Names = { campaign: string; phone: string; name: string; email: string };

export type Errors = Record<string, string>;

export type ReadGift<Phone> = {
  gift: Omit<GiftWanted, "way">;
  phone: Phone;
  payer: Payer;
};

type Reading<Phone> = {
  thisYear: number;
  payerNeeded: boolean;
  readPhone(written: string, t: Translator): { number: Phone } | { message: string };
};

/** Reads what a program sent; what it sent beside that is not looked at. Errors are named as the address names its fields. */
export function readGift<Phone>(
  body: Body,
  names: Names,
  { thisYear, payerNeeded, readPhone }: Reading<Phone>,
): { read: ReadGift<Phone> | null; errors: Errors } {
  const language = languageIn(body);
  const t = translatorIn(language);
  const errors: Errors = {};

  const campaignId = text(body, names.campaign);
  if (!isCampaignId(campaignId)) errors[names.campaign] = t("answers.problems.campaign");
  const currency = currencyIn(body);
  if (currency === null) errors["currency"] = t("answers.problems.currency");
  const amount = readAmount(body["amount"], currency ?? "TZS");
  if (amount === null) errors["amount"] = t("giving.errors.amount");

  const phone = readPhone(text(body, names.phone), t);
  if ("message" in phone) errors[names.phone] = phone.message;

  const message = readMessage(text(body, "message"));
  if (!message.ok) errors["message"] = t("answers.problems.message");

  const filledIn = {
    name: text(body, names.name),
    email: text(body, names.email),
    isAnonymous: flag(body, "isAnonymous"),
    isAlumni: flag(body, "isAlumni"),
    graduationYear: text(body, "graduationYear"),
  };
  const donor = readDonor(filledIn, thisYear);
  // Whoever gives anonymously by card is still named to the bank.
  const contact =
    payerNeeded && filledIn.isAnonymous
      ? readDonor({ ...filledIn, isAnonymous: false, isAlumni: false }, thisYear)
      : donor;
  for (const each of [donor, contact])
    if (!each.ok)
      for (const [field, problem] of Object.entries(each.problems))
        errors[nameOf(field, names)] = t(
          problem === "anonymous-or-alumni" ? "answers.problems.anonymousOrAlumni" : donorWords[problem],
        );

  if (Object.keys(errors).length > 0 || amount === null || "message" in phone || !message.ok || !donor.ok)
    return { read: null, errors };
  const gift = {
    campaignId,
    amount,
    donor: donor.donor,
    message: message.message,
    language,
    bearsFee: flag(body, "bearsFee"),
    retryOf: text(body, "retryOf") || null,
  };
  const payer = { name: oneLine(filledIn.name), email: filledIn.email.trim() };
  return { read: { gift, phone: phone.number, payer }, errors };
}

function nameOf(field: string, names: Names): string {
  if (field === "name") return names.name;
  return field === "email" ? names.email : field;
}

export function readWallet(body: Body): Wallet | null {
  return wallets.find((wallet) => wallet === body["provider"]) ?? null;
}

const billingFields = ["firstName", "lastName", "address", "city", "region", "postcode", "country"] as const;

export function readBilling(body: Body, errors: Errors): Billing {
  const fields = billingIn(body);
  const problem = translatorIn(languageIn(body))("answers.problems.billing");
  const billing = {
    firstName: "",
    lastName: "",
    address: "",
    city: "",
    region: "",
    postcode: "",
    country: "",
  };
  for (const field of billingFields) {
    const value = oneLine(text(fields, field));
    const fits = field === "country" ? /^[A-Z]{2}$/.test(value) : value !== "" && value.length <= 100;
    if (!fits) errors[`billing.${field}`] = problem;
    billing[field] = value;
  }
  return billing;
}

export const countryIn = (body: Body): string => text(billingIn(body), "country") || "TZ";

function billingIn(body: Body): Body {
  const given = body["billing"];
  return typeof given === "object" && given !== null ? Object.fromEntries(Object.entries(given)) : {};
}

/** Somebody must be named to the provider; who does not say is "Anonymous", at an address where nobody reads. */
export function payerFor({ name, email }: Payer, origin: string): Payer {
  const host = new URL(origin).hostname;
  return {
    name: name === "" ? "Anonymous" : name,
    email: isEmail(email) ? email : `anonymous@${/[a-z]\.[a-z]/.test(host) ? host : "example.org"}`,
  };
}

export function languageIn(body: Body): Language {
  return body["language"] === "sw" ? "sw" : "en";
}

function currencyIn(body: Body): Currency | null {
  const given = body["currency"] ?? "TZS";
  return currencies.find((currency) => currency === given) ?? null;
}

const longestText = 2_000;

/** What is no text, or far too long a one, is as good as nothing. */
function text(body: Body, name: string): string {
  const value = body[name];
  const written = typeof value === "number" ? String(value) : value;
  return typeof written === "string" && written.length <= longestText ? written : "";
}

export function flag(body: Body, name: string): boolean {
  return body[name] === true || body[name] === "true";
}
