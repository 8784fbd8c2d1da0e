import type { Limit } from "#domain/system/rate-limit.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Anyone can make any phone ask for its PIN. So the limit counts the phone, and never the address alone. */
export const promptsPerPhone: Limit[] = [
  { most: 3, within: hour },
  { most: 6, within: day },
];

/** The time that a payment request stays on a phone. */
export const promptLasts = 120;

/** In seconds. The payment request has expired by then, so a donor without an answer can try again. */
export const mayTryAgainAfter = promptLasts + 180;

/** The provider's pages for mobile money send no request to a phone before the payer acts. */
export const ordersPerPhone: Limit[] = [
  { most: 10, within: hour },
  { most: 30, within: day },
];

/**
 * Tests of stolen cards come in hundreds, from one address or under one name. A whole campus can share an address, so it
 * pays with work first. Its limit is far below the number of unpaid pages at which cards pause for everyone.
 */
export const cardsPerAddress: Limit[] = [
  { most: 15, within: 5 * minute },
  { most: 100, within: hour },
];
/** From this many card pages of one address or email on, the proof is harder. */
export const hardProofFromCards = 5;
export const cardsPerEmail: Limit[] = [
  { most: 3, within: hour },
  { most: 10, within: day },
];

/** Anyone with a donation's reference and its donor's email can request the receipt by email. */
export const receiptsPerDonation: Limit[] = [{ most: 3, within: day }];

/** This many unpaid card payments suggest tests of stolen cards. Then every visitor needs a stronger proof. */
export const unpaidCards: Limit = { most: 25, within: 15 * minute };

/** Limit of unpaid pages in five minutes, even with valid proofs. Above it, card payments pause. */
export const restingCards: Limit = { most: 45, within: 5 * minute };

/** Limit of unpaid mobile money requests without a proof. */
export type UnpaidShare = {
  /** This many need no proof even if none is paid. */
  unpaid: number;
  /** From this number on, the proof is harder. */
  hard: number;
  /** From this number on, no request is sent until some are older. Null: the proof remains enough. */
  most: number | null;
  /** Each paid request allows this many more unpaid ones. */
  perPaid: number;
  /** Only this many of the latest paid ones count. */
  paid: number;
  within: number;
};

/**
 * About one honest request in three is never paid, and most are paid within a minute. Three unpaid for each paid one leaves
 * room for a night on which requests double every half minute. 300 paid ones are 14 seconds of 30 donations a second: with
 * fewer, a pause of a few seconds in the provider's callbacks would look like a flood.
 */
const usual = { perPaid: 3, paid: 300, within: 10 * minute };

/** 40 people behind one address can get a request before the first has typed a PIN. */
export const requestsOfAddress: UnpaidShare = { unpaid: 40, hard: 80, most: 120, ...usual };

/**
 * One person with many addresses. More than for one address, because a campaign on the radio starts everywhere
 * together.
 */
export const requestsOfSite: UnpaidShare = {
  ...{ unpaid: 120, hard: 360, most: null },
  ...usual,
};

/** Without JavaScript, waiting this long replaces the proof of work. */
export const secondsInsteadOfProof = 30;
export const cardWaitLimits: Limit[] = [{ most: 20, within: 5 * minute }];
export const cardAddressWaitLimits: Limit[] = [{ most: 4, within: 5 * minute }];
/** One address gets a small part, so an attacker needs 60 addresses to use up the site's limit. */
export const addressWaitLimits: Limit[] = [{ most: 5, within: 5 * minute }];
export const siteWaitLimits: Limit[] = [{ most: 300, within: 5 * minute }];

/** The time to fill in a card's form. */
export const challengeLasts = hour;

/** Against guessing references of donations. */
export const missesPerAddress: Limit[] = [{ most: 60, within: minute }];

/** Callbacks stored in full for one payment; real payments have one to three. Later ones are checked and counted. */
export const callbacksOfPayment = 20;

export const strayCallbacks: Limit[] = [{ most: 1_000, within: hour }];
