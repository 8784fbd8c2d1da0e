import { isByHand } from "#domain/donations/offline.ts";

type References = {
  method: string;
  /** The code in the SMS of the mobile network. */
  operatorReference: string | null;
  providerReference: string | null;
  reference: string;
};

/** The longest that a donor reads out on the phone. Selcom's have 10 digits, AzamPay's 32 letters and digits. */
const longestWhole = 12;
export const shortLength = 8;

/** The code in the donor's SMS, or the reference on a bank slip. Before the SMS, the number on the payment request. */
export function donorReference(payment: References): string {
  const { method, operatorReference, providerReference, reference } = payment;
  if (isByHand(method) && providerReference !== null) return providerReference;
  return operatorReference ?? requestNumber(providerReference ?? reference);
}

/** Long references are cut to their end, so that they are no key to the payment. */
export function requestNumber(reference: string): string {
  return reference.length > longestWhole ? reference.slice(-shortLength).toUpperCase() : reference;
}

export const isRequestNumber = (text: string): boolean => /^[0-9a-z]{8}$/i.test(text);
