import type { Draft } from "#domain/content/draft.ts";
import { gapsOf } from "#domain/content/gaps.ts";
import { providerNames, type ProviderName } from "#domain/payments/provider.ts";
import type { PaymentsMode } from "#domain/payments/status.ts";
import { daysBetweenBackups } from "#domain/system/alarm-limits.ts";
import type { Day } from "#domain/system/calendar.ts";
import { staleDays } from "#domain/zakat/calculate.ts";

export type StartSettings = {
  payments: PaymentsMode;
  providers: readonly ProviderName[];
  sendsMail: boolean;
};

export type Facts = {
  today: Day;
  hasSandboxDonations: boolean;
  /** Providers with a confirmed payment in this database. */
  paidProviders: readonly ProviderName[];
  lastEmailSent: Date | null;
  contact: { phones: readonly string[]; emails: readonly string[] };
  bankDetails: { bankName: string; accountNumber: string; swiftCode: string } | null;
  /** Admins who can approve now. */
  admins: number;
  isSecondStepRequired: boolean;
  daysSinceBackup: number | null;
  openCampaigns: number;
  /** The date of the gold and silver prices. */
  pricesAsOf: Day | null;
};

/** Titles of the points that the software checks itself. */
export const checks = {
  database: "Database for real donations",
  live: "Live payments",
  "first-donations": "First real donation through each provider",
  mail: "Email",
  contact: "Phone and email of the fund",
  "bank-details": "Bank details",
  gaps: "Texts without gaps",
  campaigns: "A campaign that takes donations",
  prices: "Gold and silver prices",
  admins: "Second admin",
  "second-step": "Two-step sign-in",
  backup: "Backup",
} as const;
export type CheckName = keyof typeof checks;

/** An empty list: the point is done. */
export type Check = { name: CheckName; faults: string[] };

type Gap = { title: string; gaps: readonly string[] };

export function judge(settings: StartSettings, facts: Facts, gaps: readonly Gap[]): Check[] {
  const faults: Record<CheckName, string[]> = {
    database: facts.hasSandboxDonations
      ? ["This database has demonstration or sandbox donations. Use a new database for real donations."]
      : [],
    live: settings.payments === "live" ? [] : ["PAYMENTS is sandbox, so no real money is taken."],
    "first-donations": faultsOfDonations(settings, facts),
    mail: faultsOfMail(settings, facts),
    contact: faultsOfContact(facts),
    "bank-details": faultsOfBank(facts),
    gaps: gaps.map(({ title, gaps: found }) => `${title}: fill in ${found.join(", ")}.`),
    campaigns: facts.openCampaigns > 0 ? [] : ["No campaign is active."],
    prices: faultsOfPrices(facts),
    admins: facts.admins > 1 ? [] : ["Fewer than two admins can approve refunds and bank details today."],
    "second-step": facts.isSecondStepRequired
      ? []
      : ["Staff can sign in with a password alone. An admin changes this under People."],
    backup: faultsOfBackup(facts),
  };
  return Object.keys(checks)
    .filter(isCheck)
    .map((name) => ({ name, faults: faults[name] }));
}

const isCheck = (name: string): name is CheckName => Object.hasOwn(checks, name);

function faultsOfDonations({ payments, providers }: StartSettings, { paidProviders }: Facts): string[] {
  if (payments === "sandbox") return ["This is possible when payments are live."];
  return providers
    .filter((provider) => !paidProviders.includes(provider))
    .map((provider) => `No donation through ${providerNames[provider]} is confirmed yet.`);
}

function faultsOfMail({ sendsMail }: StartSettings, { lastEmailSent }: Facts): string[] {
  if (!sendsMail) return ["No mail server is set. The operator sets SMTP_URL and MAIL_FROM."];
  return lastEmailSent === null
    ? ["No email was sent in the last 30 days. Request a password reset to try it."]
    : [];
}

function faultsOfContact({ contact: { phones, emails } }: Facts): string[] {
  const examples = [...phones.filter(isExamplePhone), ...emails.filter(isExampleEmail)];
  return [
    ...(phones.length === 0 ? ["No phone number is set."] : []),
    ...(emails.length === 0 ? ["No email address is set. security.txt then names the home page only."] : []),
    ...(examples.length > 0 ? [`Replace the examples ${examples.join(", ")}.`] : []),
  ];
}

const isExamplePhone = (phone: string) => /0{6}/.test(phone.replaceAll(/\D/g, ""));
/** RFC 2606 reserves these names. */
const isExampleEmail = (email: string) =>
  /(?:@|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/i.test(email.trim());

function faultsOfBank({ bankDetails }: Facts): string[] {
  if (bankDetails === null) return ["No bank details are set, so donors cannot transfer money."];
  const { bankName, accountNumber, swiftCode } = bankDetails;
  const isExample =
    /^0*$/.test(accountNumber.replaceAll(/[ -]/g, "")) ||
    /^XXXX/i.test(swiftCode) ||
    /example|mfano/i.test(bankName);
  return isExample ? ["The bank details are the example. This account does not exist."] : [];
}

function faultsOfPrices({ pricesAsOf, today }: Facts): string[] {
  if (pricesAsOf === null) return ["No prices are set, so the calculators show no nisab."];
  const days = staleDays({ asOf: pricesAsOf }, today);
  return days === null ? [] : [`The prices are ${days} days old.`];
}

function faultsOfBackup({ daysSinceBackup: days }: Facts): string[] {
  if (days === null) return ["No backup is recorded."];
  return days >= daysBetweenBackups ? [`The last recorded backup is ${days} days old.`] : [];
}

export function gapsIn(draft: Draft): string[] {
  if (typeof draft !== "string")
    return [...new Set((Array.isArray(draft) ? draft : Object.values(draft)).flatMap(gapsIn))];
  return [...new Set(gapsOf(draft))];
}
