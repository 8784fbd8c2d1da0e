import { add, share, type Money } from "#domain/money/money.ts";

/** The card fee in tenths of a percent. */
const cardFee = 35;

/** 3.5% on top of the gift, rounded down; the campaign gets the whole gift. */
export function processingFee(gift: Money): Money {
  return share(gift, cardFee);
}

/** What a card is asked for: the gift and the fee on top of it. */
export function withProcessingFee(gift: Money): Money {
  return add(gift, processingFee(gift));
}
