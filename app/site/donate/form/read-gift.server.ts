import {
  amountProblem,
  feeOn,
  longestMessage,
  readDonor,
  readMessage,
  type Donor,
} from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import { add, type Money } from "#domain/money/money.ts";
import {
  networkOf,
  type InternationalNumber,
  type PhoneNumber,
  type Wallet,
} from "#domain/payments/phone.ts";
import type { Billing, Payer } from "#domain/payments/provider.ts";
import { isAmbiguousGift, isBeyondAllMoney, readTypedGift } from "#domain/donations/typed-amount.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import type { Translator } from "#app/messages/translator.tsx";
import { isEmail, oneLine } from "#domain/donations/read-donor.ts";
import { countries } from "#app/site/donate/check/countries.ts";
import { methodsFor, offeredWallets, type GiftCampaign, type Method } from "./gift-form-fields.ts";
import { amountWords, donorWords, readHolderPhone, readPhone, type WayForOthers } from "./problem-words.ts";

export type FilledGift = {
  amount: Money;
  bearsFee: boolean;
  donor: Donor;
  message: string | null;
  way: FilledWay;
};

type FilledWay =
  | { method: "push"; phone: PhoneNumber; wallet: Wallet }
  | { method: "page"; phone: PhoneNumber }
  | { method: "card" };

type Read<Value> = { ok: true; value: Value } | { ok: false; errors: FormErrors };

type Reading = {
  campaign: GiftCampaign;
  offered: readonly Method[];
  instead: WayForOthers;
  t: Translator;
  language: Language;
  thisYear: number;
};

/** The gift form, with the specification's messages; the fields in the order in which they stand. */
export function readGift(
  entered: Entered,
  { campaign, offered, instead, t, language, thisYear }: Reading,
): Read<FilledGift> {
  const errors: FormErrors = [];
  const wrong = (field: string, message: string) => void errors.push({ field, message });
  const { currency } = campaign;

  const method = methodsFor[currency].find((each) => each === entered["method"] && offered.includes(each));
  const isOther = entered["amount"] === undefined || entered["amount"] === "other";
  const written = (isOther ? entered["otherAmount"] : entered["amount"]) ?? "";
  const amount = readTypedGift(written, currency);
  const amountField = isOther ? "otherAmount" : "amount";
  const bearsFee = campaign.zakatEligible && entered["fee"] === "yes";
  const byCard = method === "card" || currency === "USD";
  if (amount === null) {
    const tooMuch = byCard ? "amount-too-large" : "above-mobile-limit";
    const unread = isAmbiguousGift(written, currency)
      ? "giving.errors.amountUnclear"
      : "giving.errors.amount";
    wrong(
      amountField,
      isBeyondAllMoney(written) ? amountWords(tooMuch, currency, { t, language }) : t(unread),
    );
  } else {
    const withFee = method === "card" || bearsFee;
    const problem = amountProblem(amount, byCard ? "card" : "mobile", withFee);
    const asked = add(amount, feeOn(amount, withFee));
    if (problem !== null)
      wrong(amountField, amountWords(problem, currency, { t, language, gift: amount, asked }));
  }

  const who = entered["who"];
  if (who !== "named" && who !== "alumni" && who !== "anonymous") wrong("who", t("giving.errors.who"));
  const donor = readDonor(
    {
      name: entered["name"] ?? "",
      email: entered["email"] ?? "",
      graduationYear: entered["graduationYear"] ?? "",
      isAnonymous: who === "anonymous",
      isAlumni: who === "alumni",
    },
    thisYear,
  );
  if (!donor.ok) {
    for (const field of ["name", "email", "graduationYear"] as const) {
      const problem = donor.problems[field];
      if (problem !== undefined) wrong(field, t(donorWords[problem]));
    }
  }

  const message = readMessage(entered["message"] ?? "");
  if (!message.ok)
    wrong(
      "message",
      t("giving.errors.messageTooLong", { most: longestMessage, count: (entered["message"] ?? "").length }),
    );

  if (method === undefined) wrong("method", t("giving.errors.method"));
  const way = method === undefined ? null : readWay(method, entered, { t, instead }, wrong);
  if (errors.length > 0 || amount === null || !donor.ok || !message.ok || way === null)
    return { ok: false, errors };
  return { ok: true, value: { amount, bearsFee, donor: donor.donor, message: message.message, way } };
}

function readWay(
  method: "push" | "page" | "card",
  entered: Entered,
  { t, instead }: Pick<Reading, "t" | "instead">,
  wrong: (field: string, message: string) => void,
): FilledWay | null {
  if (method === "card") return { method };
  const phone = readPhone(entered["phone"] ?? "", t, instead);
  if ("message" in phone) {
    wrong("phone", phone.message);
    return null;
  }
  if (method === "page") return { method, phone: phone.number };
  const chosen = offeredWallets.find((each) => each === entered["wallet"]);
  const network = networkOf(phone.number);
  const wallet = chosen ?? network?.wallet ?? null;
  if (wallet === null) {
    wrong("wallet", t(network === null ? "giving.errors.network" : `giving.errors.ttcl${instead}`));
    return null;
  }
  return { method, phone: phone.number, wallet };
}

export type CardHolder = { payer: Payer; phone: InternationalNumber; billing: Billing };

const longestLine = 100;

/** What the card network wants, and the consent to the fee; asked for in the second step, in the order of its fields. */
export function readCardHolder(entered: Entered, donor: Donor, t: Translator): Read<CardHolder> {
  const errors: FormErrors = [];
  const wrong = (field: string, message: string) => void errors.push({ field, message });
  const line = (field: "firstName" | "lastName" | "address" | "city" | "region" | "postcode") => {
    const written = oneLine(entered[field] ?? "");
    if (written === "") wrong(field, t(`giving.errors.${field}`));
    else if (written.length > longestLine) wrong(field, t("giving.errors.tooLong", { most: longestLine }));
    return written;
  };
  const [firstName, lastName] = [line("firstName"), line("lastName")];
  const email = donor.kind === "anonymous" ? (entered["cardEmail"] ?? "").trim() : donor.email;
  if (email === "") wrong("cardEmail", t("giving.errors.emailRequired"));
  else if (!isEmail(email)) wrong("cardEmail", t("giving.errors.emailInvalid"));
  const country = countries.find((each) => each === entered["country"]);
  const phone = readHolderPhone(entered["cardPhone"] ?? "", country ?? "TZ", t);
  if ("message" in phone) wrong("cardPhone", phone.message);
  const [address, city, region] = [line("address"), line("city"), line("region")];
  const postcode = line("postcode");
  if (country === undefined) wrong("country", t("giving.errors.country"));
  if (entered["terms"] !== "yes") wrong("terms", t("giving.errors.terms"));
  if (errors.length > 0 || country === undefined || "message" in phone) return { ok: false, errors };
  return {
    ok: true,
    value: {
      payer: { name: `${firstName} ${lastName}`, email },
      phone: phone.number,
      billing: { firstName, lastName, address, city, region, postcode, country },
    },
  };
}
