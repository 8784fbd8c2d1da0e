import {
  agreedToNothing,
  readDonor,
  readMessage,
  type DonorConsents,
  type Donor,
  type FilledIn,
} from "#domain/donations/read-donor.ts";
import type { Money } from "#domain/money/money.ts";
import { operatorOf, parsePhone, type PhoneNumber, type Network } from "#domain/payments/phone.ts";
import type { PhoneProblem, Problem } from "./explain-problem.ts";
import type { Method } from "./methods.ts";

/** A donation as text, from a form or the API. Each reads its own spelling of the amount. */
export type DonationEntered = {
  /** Null if a problem with the amount was already reported. */
  amount: Money | null;
  bearsFee: boolean;
  donor: FilledIn;
  /** False if the donor chose neither a name nor to be anonymous. */
  isDonorChosen: boolean;
  agreed: DonorConsents;
  message: string;
  method: Method | null;
  phone: string;
  network: Network | null;
};

export type FilledDonation = {
  amount: Money;
  bearsFee: boolean;
  donor: Donor;
  agreed: DonorConsents;
  message: string | null;
  way: FilledWay;
};

export type FilledWay =
  | { method: "push"; phone: PhoneNumber; network: Network }
  | { method: "page" | "number"; phone: PhoneNumber }
  /** The cardholder is read separately, because the form asks for them in its second step. */
  | { method: "card" };

export type DonationRead = { value: FilledDonation | null; problems: Problem[] };

/** The problems are in the order of the form's fields. */
export function readDonation(entered: DonationEntered, thisYear: number): DonationRead {
  const problems: Problem[] = [];
  if (!entered.isDonorChosen) problems.push({ field: "who", kind: "who-required" });
  const donor = readDonor(entered.donor, thisYear);
  if (!donor.ok) {
    const { isAnonymous: who, ...others } = donor.problems;
    if (who !== undefined) problems.push({ field: "who", kind: who });
    for (const field of ["name", "email", "graduationYear"] as const) {
      const kind = others[field];
      if (kind !== undefined) problems.push({ field, kind });
    }
  }
  const message = readMessage(entered.message);
  if (!message.ok)
    problems.push({ field: "message", kind: "message-too-long", length: entered.message.length });
  const way = readWay(entered, problems);
  const { amount, bearsFee } = entered;
  if (problems.length > 0 || amount === null || !donor.ok || !message.ok || way === null)
    return { value: null, problems };
  // The ticks belong to a name and an email that an anonymous donor does not leave.
  const agreed = donor.donor.kind === "anonymous" ? agreedToNothing : entered.agreed;
  const value = { amount, bearsFee, donor: donor.donor, agreed, message: message.message, way };
  return { value, problems };
}

function readWay(
  { method, phone: written, network }: DonationEntered,
  problems: Problem[],
): FilledWay | null {
  if (method === null) {
    problems.push({ field: "method", kind: "method-required" });
    return null;
  }
  if (method === "card") return { method };
  const phone = readPhone(written);
  if ("problem" in phone) {
    problems.push({ field: "phone", kind: phone.problem });
    return null;
  }
  if (method === "page" || method === "number") return { method, phone: phone.number };
  const guessed = operatorOf(phone.number);
  const chosen = network ?? guessed?.network ?? null;
  if (chosen === null) {
    const kind = guessed === null ? "network-unknown" : "network-cannot-pay";
    problems.push({ field: "network", kind });
    return null;
  }
  return { method, phone: phone.number, network: chosen };
}

function readPhone(written: string): { number: PhoneNumber } | { problem: PhoneProblem } {
  if (written.trim() === "") return { problem: "phone-required" };
  const number = parsePhone(written);
  if (number !== null) return { number };
  const isForeign = /^\s*(?:\+|00)\s*(?!255)[1-9]/.test(written);
  return { problem: isForeign ? "phone-foreign" : "phone-invalid" };
}
