import type { Kysely } from "kysely";
import { addressKey } from "#app/http/address-key.ts";
import type { Tables } from "#database/tables.ts";
import { challengeFor, countedForCard } from "#operations/donations/card-testing-guard.ts";
import { startDonation } from "#operations/donations/start.ts";
import {
  cardWay,
  donationWanted,
  just,
  newPhone,
  reportOf,
  scriptedProvider,
  type ScriptedProvider,
  settleReported,
  challengeKey,
} from "#tests/support/donations/begin.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { secondsAfter, type Clock } from "./clock.ts";

export type Place = {
  nodes: [Kysely<Tables>, ...Kysely<Tables>[]];
  campaignId: string;
  clock: Clock;
  start: Date;
};

export type CardDonor = {
  address: string;
  email: string;
  /** The donor's reaction to a challenge: nothing, the work, or the wait that is accepted instead. */
  means: "nothing" | "script" | "patience";
  opensAt: number;
  fillsInFor: number;
  tries: number;
  pays: boolean;
  /** While card payments are paused, donates by phone at once. Other donors press again later. */
  switchesToPhone?: boolean;
};

/** `pages` has the seconds at which each of the provider's card pages was opened. */
export type Tally = { begun: number; turnedAway: number; pages: number[] };

export const newTally = (): Tally => ({ begun: 0, turnedAway: 0, pages: [] });

/**
 * Opens and fills in the form, or posts without opening it. Reacts to each challenge and presses again, up to `tries`
 * times.
 */
export function donateByCard(place: Place, donor: CardDonor, tally: Tally): void {
  const { clock, start, nodes } = place;
  const provider = scriptedProvider("selcom");
  const counted = countedForCard(addressKey(donor.address), donor.email);
  const db = nodes[tally.begun % nodes.length] ?? nodes[0];

  clock.at(donor.opensAt, async (now) => {
    const challenge = donor.fillsInFor > 0 ? await challengeFor(db, challengeKey, counted, now) : null;
    const proof = challenge === null ? null : proofOf(challenge, donor);
    clock.at(donor.opensAt + donor.fillsInFor, (later) => press(later, proof, donor.tries));
  });

  async function press(now: Date, proof: string | null, triesLeft: number): Promise<void> {
    const wanted = donationWanted(provider, place.campaignId, { way: cardWay(provider) });
    const started = await startDonation(db, wanted, just({ now, counted, proof }));
    if (started.kind === "page") {
      tally.begun += 1;
      tally.pages.push(secondsAfter(start, now));
      return paysLater(db, clock, secondsAfter(start, now) + 60, provider, donor.pays);
    }
    const again = (pause: number, next: string | null) =>
      clock.at(secondsAfter(start, now) + pause, (later) => press(later, next, triesLeft - 1));
    if (triesLeft <= 1) tally.turnedAway += 1;
    else if (started.kind === "cards-rest") {
      if (donor.switchesToPhone === true) donateByPhone(place, secondsAfter(start, now) + 20, tally);
      else again(started.retryAfter, proof);
    } else if (started.kind === "proof-needed")
      again(donor.means === "patience" ? started.wait : 2, proofOf(started.challenge, donor));
    else tally.turnedAway += 1;
  }
}

function proofOf(challenge: string, { means }: CardDonor): string | null {
  if (means === "nothing") return null;
  return means === "script" ? solved(challenge) : challenge;
}

function paysLater(db: Kysely<Tables>, clock: Clock, at: number, provider: ScriptedProvider, pays: boolean) {
  const request = provider.script.pages.at(-1) ?? provider.script.pushes.at(-1);
  if (request === undefined) throw new Error("nothing was asked for");
  const { reference, amount } = request;
  const payment = { reference, provider_reference: null, amount: amount.amount };
  const report = reportOf(payment, { provider: provider.name, outcome: pays ? "paid" : "declined" });
  clock.at(at, async (now) => void (await settleReported(db, report, now)));
}

export const carrierAddress = "196.249.97.1";

type PhoneDonor = { client?: string; pays?: boolean; works?: boolean };

/**
 * Each donor has a different phone number, and thousands share one address. An honest device solves its challenge.
 */
export function donateByPhone(
  { clock, nodes, campaignId, start }: Place,
  at: number,
  tally: Tally,
  { client = carrierAddress, pays = true, works = true }: PhoneDonor = {},
): void {
  const provider = scriptedProvider();
  const node = nodes[tally.begun % nodes.length] ?? nodes[0];
  const way = { kind: "push" as const, provider, phone: newPhone(), network: "Tigo" as const };
  const press = async (now: Date, proof: string | null): Promise<void> => {
    const wanted = donationWanted(provider, campaignId, { way });
    const started = await startDonation(node, wanted, just({ now, client, proof }));
    if (started.kind === "proof-needed" && works && proof === null)
      return clock.at(secondsAfter(start, now) + 1, (later) => press(later, solved(started.challenge)));
    if (started.kind !== "prompted") return void (tally.turnedAway += 1);
    tally.begun += 1;
    if (pays) paysLater(node, clock, secondsAfter(start, now) + 20, provider, true);
  };
  clock.at(at, (now) => press(now, null));
}

/**
 * 200 honest donors within this many seconds, 120 by phone and 80 by card. Some cards share an address, one has the
 * attackers', and two donors have no script. While card payments are paused, every second card donor uses the phone.
 */
export function honestCrowd(place: Place, within: number, attackersAddress: string): Tally {
  const tally = newTally();
  const byCard = 80;
  for (let donor = 0; donor < 200 - byCard; donor++)
    donateByPhone(place, (donor * within) / 120, tally, { pays: donor % 3 !== 0 });
  for (let donor = 0; donor < byCard; donor++) {
    const own = `198.51.${100 + (donor % 3)}.${donor % 10 === 1 ? donor - 1 : donor}`;
    donateByCard(
      place,
      {
        address: donor === 40 ? attackersAddress : own,
        email: `honest-${donor}@example.org`,
        means: donor === 20 || donor === 60 ? "patience" : "script",
        opensAt: (donor * within) / byCard,
        fillsInFor: 40 + (donor % 7) * 10,
        tries: 4,
        pays: donor % 10 !== 9,
        switchesToPhone: donor % 2 === 0,
      },
      tally,
    );
  }
  return tally;
}
