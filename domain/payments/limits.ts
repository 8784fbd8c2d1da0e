import type { Limit } from "#domain/system/rate-limit.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Anybody can make any telephone ask for its PIN: so it is the telephone that is counted, and never the address alone. */
export const promptsPerPhone: Limit[] = [
  { most: 3, within: hour },
  { most: 6, within: day },
];

/** As long as a prompt stays on a telephone. */
export const promptLasts = 120;

/** In seconds: a prompt has surely gone by then, and a donor who has no answer may try again. */
export const mayTryAgainAfter = promptLasts + 180;

/** Pages of the provider's for mobile money ask nobody before the payer does. */
export const ordersPerPhone: Limit[] = [
  { most: 10, within: hour },
  { most: 30, within: day },
];

/** What tests stolen cards comes in hundreds, from one place or under one name. */
export const cardsPerAddress: Limit[] = [{ most: 5, within: hour }];
export const cardsPerEmail: Limit[] = [
  { most: 3, within: hour },
  { most: 10, within: day },
];

/** Anybody who knows a gift's reference and its giver's e-mail can have the receipt sent there. */
export const receiptsPerDonation: Limit[] = [{ most: 3, within: day }];

/** So many card payments that were not paid look like somebody who tests stolen cards: then all who come are asked for more. */
export const unpaidCards: Limit = { most: 25, within: 15 * minute };

/** However well their openers prove themselves, no more pages than this stay unpaid of five minutes: then cards rest. */
export const restingCards: Limit = { most: 45, within: 5 * minute };

/** How many requests for mobile money can be unpaid before they need a proof. */
export type UnpaidShare = {
  /** So many need no proof even when none is paid. */
  unpaid: number;
  /** From so many on, the proof is harder. */
  hard: number;
  /** From so many on, no further request is sent until some are older. Null: the proof stays enough. */
  most: number | null;
  /** For each request that is paid, so many more can be unpaid. */
  perPaid: number;
  /** The latest so many paid ones are counted, and no older ones. */
  paid: number;
  within: number;
};

/**
 * About one honest request in three is never paid, and most are paid within a minute. Three unpaid for each paid one leaves
 * room for a night on which requests double every half minute. 300 paid ones are 14 seconds of 30 donations a second: with
 * fewer, a pause of a few seconds in the provider's callbacks would look like a flood.
 */
const usual = { perPaid: 3, paid: 300, within: 10 * minute };

/** 40 people behind one address can be asked before the first of them has typed a PIN. */
export const requestsOfAddress: UnpaidShare = { unpaid: 40, hard: 80, most: 120, ...usual };

/** Somebody with many addresses. More than for one address, because a campaign on the radio starts everywhere at once. */
export const requestsOfSite: UnpaidShare = {
  ...{ unpaid: 120, hard: 360, most: null },
  ...usual,
};

/** Without script, waiting this long replaces the proof of work. */
export const waitInstead = 30;
/** Card payments of the whole site. */
export const waitsForCards: Limit[] = [{ most: 20, within: 5 * minute }];
/** One address gets a small part, so that an attacker needs 60 addresses to use up what the site has. */
export const waitsOfAddress: Limit[] = [{ most: 5, within: 5 * minute }];
export const waitsOfSite: Limit[] = [{ most: 300, within: 5 * minute }];

/** As long as a card's form may be filled in. */
export const challengeLasts = hour;

/** For guessing at donations that are not there. */
export const missesPerAddress: Limit[] = [{ most: 60, within: minute }];

/** Callbacks stored word for word for one payment; real ones are one to three. Later ones are judged and counted. */
export const callbacksOfPayment = 20;

/** What is posted to us about payments that we do not know. */
export const strayCallbacks: Limit[] = [{ most: 1_000, within: hour }];
