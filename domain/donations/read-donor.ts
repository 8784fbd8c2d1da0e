import type { PaymentStatus } from "#domain/payments/status.ts";

/** Status for the donor. Staff resolve doubtful payments, so the donor sees them as pending. */
export type DonationStatus = "pending" | "completed" | "failed";

/** A donation has the status of its payment. A reversed donation stays completed, with the date of its reversal. */
export const donationStatusOf = {
  initiated: "pending",
  pending: "pending",
  unknown: "pending",
  review: "pending",
  succeeded: "completed",
  reversed: "completed",
  failed: "failed",
  cancelled: "failed",
} as const satisfies Record<PaymentStatus, DonationStatus>;

export const donationChanges = {
  pending: ["completed", "failed"],
  failed: ["completed"],
  completed: [],
} as const satisfies Record<DonationStatus, readonly DonationStatus[]>;

export type Donor =
  /** The email is typed with a card, for the receipt alone. */
  | { kind: "anonymous"; receiptEmail?: string }
  | { kind: "named"; name: string; email: string | null }
  | { kind: "alumni"; name: string; email: string | null; graduationYear: string };

/** The consents of a donor with a name. Each needs a tick of the donor. */
export type DonorConsents = {
  /** Emails with the updates of the campaign. */
  updates: boolean;
  /** The name and the message on the campaign's page. */
  shown: boolean;
};

export const agreedToNothing: DonorConsents = { updates: false, shown: false };

export type FilledIn = {
  name: string;
  email: string;
  isAnonymous: boolean;
  isAlumni: boolean;
  graduationYear: string;
  /** False where an empty email only means no receipt by email. */
  needsEmail: boolean;
};

export type DonorProblem =
  | "name-required"
  | "name-too-long"
  | "email-required"
  | "email-invalid"
  | "graduation-year-required"
  | "anonymous-or-alumni";

type DonorProblems = Partial<Record<"name" | "email" | "graduationYear" | "isAnonymous", DonorProblem>>;

export type ReadDonor = { ok: true; donor: Donor } | { ok: false; problems: DonorProblems };

/** An anonymous donor's name and email are not stored. The step for the card can add an email for the receipt. */
export function readDonor(filledIn: FilledIn, thisYear: number): ReadDonor {
  const { isAnonymous, isAlumni } = filledIn;
  if (isAnonymous && isAlumni) return { ok: false, problems: { isAnonymous: "anonymous-or-alumni" } };
  if (isAnonymous) return { ok: true, donor: { kind: "anonymous" } };

  const name = oneLine(filledIn.name);
  const written = filledIn.email.trim();
  const email = written === "" ? null : written;
  const graduationYear = filledIn.graduationYear.trim();
  const problems: DonorProblems = {};
  const wrongName = nameProblem(name);
  if (wrongName !== null) problems.name = wrongName;
  const wrongEmail = emailProblem(written);
  if (wrongEmail !== null && (email !== null || filledIn.needsEmail)) problems.email = wrongEmail;
  if (isAlumni && !graduationYears(thisYear).includes(graduationYear))
    problems.graduationYear = "graduation-year-required";
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const donor: Donor = isAlumni
    ? { kind: "alumni", name, email, graduationYear }
    : { kind: "named", name, email };
  return { ok: true, donor };
}

export function nameProblem(name: string): "name-required" | "name-too-long" | null {
  if (name === "") return "name-required";
  return name.length > longestName ? "name-too-long" : null;
}

export function emailProblem(email: string): "email-required" | "email-invalid" | null {
  if (email === "") return "email-required";
  return isEmail(email) ? null : "email-invalid";
}

/** Providers require a named payer. An anonymous donor's own name and email are never sent to them. */
export function payerOf(donor: Donor, emailOtherwise: string): { name: string; email: string } {
  return donor.kind === "anonymous"
    ? { name: "Anonymous", email: emailOtherwise }
    : { name: donor.name, email: donor.email ?? emailOtherwise };
}

const longestName = 100;
export const longestMessage = 500;

const firstGraduation = 2008;
export const stillStudying = "Present";

/** In display order: present students first. */
export function graduationYears(thisYear: number): string[] {
  const years = Array.from({ length: thisYear - firstGraduation + 1 }, (_, ago) => String(thisYear - ago));
  return [stillStudying, ...years];
}

/** Plain addresses only: a mail program could read a comma, bracket or line break as a second one. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(text);
}

/** Spaces, line breaks and invisible characters become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

/** Line breaks stay; other control characters are removed. */
export const readParagraphs = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, "")
    .trim();

/** Null if empty. */
export function readMessage(text: string): { ok: true; message: string | null } | { ok: false } {
  const message = readParagraphs(text);
  if (message.length > longestMessage) return { ok: false };
  return { ok: true, message: message === "" ? null : message };
}

/** The donor's reference: readable, and useless to a stranger who guesses it. */
export function externalId(campaignId: string, milliseconds: number): string {
  return `${campaignId}_${milliseconds}`;
}

export function isExternalId(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9-]+_\d{1,16}$/.test(text);
}
