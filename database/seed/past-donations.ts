import type { PaidThrough } from "#domain/payments/provider.ts";
import { addDays, dayOf, daysLeft, type Day } from "#domain/system/calendar.ts";
import { processingFee } from "#domain/payments/fees.ts";
import { tzs } from "#domain/money/money.ts";
import type { Network } from "#domain/payments/phone.ts";
import { donorMessages, givenNames, surnames, type Recipient } from "./demo-content.ts";

export type PastDonation = {
  campaignId: string;
  zakat: boolean;
  amount: bigint;
  fee: bigint;
  donor: { name: string; email: string | null; anonymous: boolean };
  message: string | null;
  graduationYear: string | null;
  language: "en" | "sw";
  /** The donor agreed to be named on the page of the campaign, and to get its updates. */
  isShown: boolean;
  outcome: "completed" | "failed";
  provider: PaidThrough;
  method: "mobile" | "card" | "bank";
  network: Network | null;
  externalId: string;
  reference: string;
  at: Date;
};

/** The demonstration's donations: the same on every machine, relative to today's date. */
export function donationsTo(recipients: Recipient[], now: Date, prefix = "past"): PastDonation[] {
  const chance = chancesFrom(20_250_701);
  const donations = recipients.flatMap((campaign) => {
    const moments = momentsOf(campaign, now, chance);
    const small = Array.from({ length: campaign.donations.small }, () =>
      smallDonation(campaign, oneOf(campaign.donations.amounts, chance), moments(), chance),
    );
    const large = campaign.donations.large.map((amount) =>
      largeDonation(campaign, amount, moments(), chance),
    );
    return [...small, ...large];
  });
  return donations
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((donation, index) => ({
      ...donation,
      reference: `${prefix}-${String(index + 1).padStart(5, "0")}`,
    }));
}

type Chance = () => number;

function smallDonation(campaign: Recipient, amount: number, at: Date, chance: Chance): PastDonation {
  const anonymous = chance() < 0.25;
  const alumni = !anonymous && chance() < 0.35;
  const name = `${oneOf(givenNames, chance)} ${oneOf(surnames, chance)}`;
  const card = amount >= 50_000 && chance() < 0.2;
  return {
    campaignId: campaign.id,
    zakat: campaign.isZakatEligible,
    amount: BigInt(amount),
    fee: card ? processingFee(tzs(amount)).amount : 0n,
    donor: anonymous
      ? { name: "Anonymous", email: null, anonymous }
      : { name, email: `${name.toLowerCase().replace(" ", ".")}@donors.example`, anonymous },
    message: !anonymous && chance() < 0.2 ? oneOf(donorMessages, chance) : null,
    graduationYear: alumni ? String(2008 + Math.floor(chance() * 16)) : null,
    language: chance() < 0.6 ? "sw" : "en",
    isShown: campaign.donations.areShown === true && !anonymous && chance() < 0.7,
    outcome: chance() < 0.04 ? "failed" : "completed",
    provider: card || chance() < 0.3 ? "selcom" : "azampay",
    method: card ? "card" : "mobile",
    network: card
      ? null
      : oneOf<Network>(["Mpesa", "Mpesa", "Mpesa", "Tigo", "Tigo", "Airtel", "Halopesa"], chance),
    externalId: `${campaign.id}_${at.getTime()}`,
    reference: "",
    at,
  };
}

function largeDonation(campaign: Recipient, amount: number, at: Date, chance: Chance): PastDonation {
  const surname = oneOf(surnames, chance);
  const name = oneOf(
    [`${surname} Trading Company`, `The ${surname} family`, `Alumni of 2009 (${surname})`],
    chance,
  );
  return {
    campaignId: campaign.id,
    zakat: campaign.isZakatEligible,
    amount: BigInt(amount),
    fee: 0n,
    donor: { name, email: null, anonymous: false },
    message: null,
    graduationYear: null,
    language: "en",
    isShown: campaign.donations.areShown === true,
    outcome: "completed",
    provider: "offline",
    method: "bank",
    network: null,
    externalId: `${campaign.id}_${at.getTime()}`,
    reference: "",
    at,
  };
}

/** Waking hours on different days of the campaign, at most five months ago. */
function momentsOf({ from, until }: Recipient, now: Date, chance: Chance): () => Date {
  const today = dayOf(now);
  const first = typeof from === "string" ? from : addDays(today, Math.max(from, -150));
  const last: Day = typeof until === "string" ? until : today;
  const days = daysLeft(last, first);
  const taken = new Set<number>();
  return () => {
    const seven = Date.parse(`${addDays(first, Math.floor(chance() * (days + 1)))}T07:00:00+03:00`);
    let at = Math.min(
      seven + Math.floor(chance() * 15 * anHour),
      now.getTime() - Math.floor(chance() * anHour),
    );
    while (taken.has(at)) at -= 1;
    taken.add(at);
    return new Date(at);
  };
}

const anHour = 3_600_000;

function oneOf<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error("the list of choices is empty");
  return item;
}

/** Mulberry32: small, and equal on every machine. */
function chancesFrom(start: number): Chance {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
