import { add, share, type Money } from "#domain/money/money.ts";

const cardFee = 35;

/** 3.5% on top of the donation, rounded down. The campaign gets the whole donation. */
export function processingFee(donation: Money): Money {
  return share(donation, cardFee);
}

export function withProcessingFee(donation: Money): Money {
  return add(donation, processingFee(donation));
}
