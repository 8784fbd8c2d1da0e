import { add, share, type Money } from "#domain/money/money.ts";

/** The card fee in tenths of a percent. */
const cardFee = 35;

/** 3.5% on top of the donation, rounded down. The campaign gets the whole donation. */
export function processingFee(gift: Money): Money {
  return share(gift, cardFee);
}

export function withProcessingFee(gift: Money): Money {
  return add(gift, processingFee(gift));
}
