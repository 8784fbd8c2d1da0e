import type { Donation } from "#database/donations/details.ts";
import type { Entered } from "#app/http/form.server.ts";
import type { Currency } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { formatNational } from "#domain/payments/phone.ts";
import { methods } from "#app/giving/methods.ts";
import { quickAmounts } from "./donation-fields.ts";

/** A link can choose the amount, the fee on Zakat and the payment method. */
export function prefilled(query: URLSearchParams, currency: Currency): Entered {
  const entered: Entered = {};
  const typed = (query.get("amount") ?? "").slice(0, 61);
  if (readTypedAmount(typed, currency) !== null) Object.assign(entered, amountEntered(typed, currency));
  if (query.get("fee") === "yes") entered["fee"] = "yes";
  const method = methods.find((each) => each === query.get("method"));
  if (method !== undefined) entered["method"] = method;
  return entered;
}

/**
 * Lets the donor try a donation again. A number typed for a provider's page is not stored with the donation, only
 * with its draft.
 */
export function prefilledFrom(
  { orderId, amount, fee, person, payment }: Donation,
  draft: Entered | null,
): Entered {
  const typed = amount.currency === "TZS" ? String(amount.amount) : (Number(amount.amount) / 100).toFixed(2);
  const who = person.name === null ? "anonymous" : person.graduationYear === null ? "named" : "alumni";
  // A payment page that the provider did not open has no URL either. A payment request always has its network.
  const hasPage = payment.pageUrl !== null || payment.network === null;
  return {
    retry: orderId,
    who,
    ...amountEntered(typed, amount.currency),
    ...(person.name === null ? {} : { name: person.name }),
    ...(person.email === null ? {} : { email: person.email }),
    ...(person.graduationYear === null ? {} : { graduationYear: person.graduationYear }),
    ...(person.agreed.updates ? { updates: "yes" } : {}),
    ...(person.agreed.shown ? { shown: "yes" } : {}),
    ...(person.message === null ? {} : { message: person.message }),
    ...(draft?.["phone"] ? { phone: draft["phone"] } : {}),
    ...(person.phone === null ? {} : { phone: formatNational(person.phone) }),
    ...(payment.network === null ? {} : { network: payment.network }),
    ...(fee.amount > 0n ? { fee: "yes" } : {}),
    method: payment.method === "card" ? "card" : payment.byNumber ? "number" : hasPage ? "page" : "push",
  };
}

/** The payment request went to a wrong phone, so this keeps everything except the phone. */
export function prefilledButPhone(donation: Donation): Entered {
  const entered = prefilledFrom(donation, null);
  delete entered["phone"];
  delete entered["network"];
  return { ...entered, otherPhone: "yes" };
}

function amountEntered(typed: string, currency: Currency): Entered {
  const quick = quickAmounts[currency].some((each) => each === typed);
  return quick ? { amount: typed } : { amount: "other", otherAmount: typed };
}
