import type { Gift } from "#database/gifts.ts";
import type { Entered } from "#app/http/form.server.ts";
import type { Currency } from "#domain/money.ts";
import { readTypedGift } from "#domain/typed-gift.ts";
import { methods, quickAmounts } from "./gift-form-fields.ts";

/** What a link may have chosen already: an amount, the fee on zakat, a way to pay. */
export function prefilled(query: URLSearchParams, currency: Currency): Entered {
  const entered: Entered = {};
  const typed = (query.get("amount") ?? "").slice(0, 61);
  if (readTypedGift(typed, currency) !== null) Object.assign(entered, amountEntered(typed, currency));
  if (query.get("fee") === "yes") entered["fee"] = "yes";
  const method = methods.find((each) => each === query.get("method"));
  if (method !== undefined) entered["method"] = method;
  return entered;
}

/** A gift that failed, to be tried once more by whoever gave it. */
export function prefilledFrom({ orderId, gift, fee, person, payment }: Gift): Entered {
  const typed = gift.currency === "TZS" ? String(gift.amount) : (Number(gift.amount) / 100).toFixed(2);
  const who = person.name === null ? "anonymous" : person.graduationYear === null ? "named" : "alumni";
  return {
    retry: orderId,
    who,
    ...amountEntered(typed, gift.currency),
    ...(person.name === null ? {} : { name: person.name }),
    ...(person.email === null ? {} : { email: person.email }),
    ...(person.graduationYear === null ? {} : { graduationYear: person.graduationYear }),
    ...(person.message === null ? {} : { message: person.message }),
    ...(person.phone === null ? {} : { phone: person.phone }),
    ...(payment.wallet === null ? {} : { wallet: payment.wallet }),
    ...(fee.amount > 0n ? { fee: "yes" } : {}),
    method: payment.method === "card" ? "card" : payment.pageUrl === null ? "push" : "page",
  };
}

function amountEntered(typed: string, currency: Currency): Entered {
  const quick = quickAmounts[currency].some((each) => each === typed);
  return quick ? { amount: typed } : { amount: "other", otherAmount: typed };
}
