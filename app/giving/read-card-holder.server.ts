import { emailProblem, nameProblem, oneLine } from "#domain/donations/read-donor.ts";
import { parseInternational, type InternationalNumber } from "#domain/payments/phone.ts";
import type { Billing } from "#domain/payments/provider.ts";
import { longestLine, type HolderProblem } from "./explain-problem.ts";

export type HolderEntered = {
  /** Null if the form does not ask for it. Then the provider gets the name on the bill. */
  name: string | null;
  email: string;
  /** False for an anonymous donor on our form: without an email, the provider sends no receipt. */
  needsEmail: boolean;
  phone: string;
  billing: Billing;
  acceptsTerms: boolean;
};

export type CardHolder = {
  payer: { name: string; email: string | null };
  phone: InternationalNumber;
  billing: Billing;
};

export type HolderRead = { value: CardHolder | null; problems: HolderProblem[] };

/**
 * The card networks require a named holder, even for an anonymous donor. The problems are in the order of the form's
 * fields.
 */
export function readCardHolder(entered: HolderEntered): HolderRead {
  const problems: HolderProblem[] = [];
  const line = (field: Exclude<keyof Billing, "country">) => {
    const written = oneLine(entered.billing[field]);
    if (written === "") problems.push({ field, kind: "line-required" });
    else if (written.length > longestLine) problems.push({ field, kind: "line-too-long" });
    return written;
  };
  const [firstName, lastName] = [line("firstName"), line("lastName")];
  const payer = readPayer(entered, `${firstName} ${lastName}`, problems);
  const phone = readHolderPhone(entered, problems);
  const [address, city, region, postcode] = [line("address"), line("city"), line("region"), line("postcode")];
  const country = oneLine(entered.billing.country);
  if (!/^[A-Z]{2}$/.test(country)) problems.push({ field: "country", kind: "country-required" });
  if (!entered.acceptsTerms) problems.push({ field: "terms", kind: "terms-required" });
  if (problems.length > 0 || phone === null) return { value: null, problems };
  const billing = { firstName, lastName, address, city, region, postcode, country };
  return { value: { payer, phone, billing }, problems };
}

function readPayer(
  entered: HolderEntered,
  nameOnBill: string,
  problems: HolderProblem[],
): CardHolder["payer"] {
  const name = entered.name === null ? nameOnBill : oneLine(entered.name);
  const email = entered.email.trim();
  const wrongName = entered.name === null ? null : nameProblem(name);
  if (wrongName !== null) problems.push({ field: "name", kind: wrongName });
  const wrongEmail = emailProblem(email);
  if (wrongEmail !== null && (email !== "" || entered.needsEmail))
    problems.push({ field: "email", kind: wrongEmail });
  return { name, email: email === "" ? null : email };
}

/** Card networks accept phone numbers of any country. */
function readHolderPhone(
  { phone, billing }: HolderEntered,
  problems: HolderProblem[],
): InternationalNumber | null {
  if (phone.trim() === "") {
    problems.push({ field: "phone", kind: "phone-required" });
    return null;
  }
  const number = parseInternational(phone, (billing.country || "TZ") === "TZ");
  if (number === null) problems.push({ field: "phone", kind: "holder-phone-invalid" });
  return number;
}
