import type { Language } from "#domain/content/language.ts";
import { localAddress } from "#app/site/address.ts";
import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";

export type ResultStatus = "success" | "failed" | "timeout" | "manual_check";

/** The form. The key of a draft fills it with the draft's values. */
export const formAddress = (language: Language, campaignId: string, draft?: string) =>
  localAddress(language, `/campaigns/${campaignId}/donate${draft === undefined ? "" : `?draft=${draft}`}`);

export const checkAddress = (language: Language, campaignId: string, draft: string) =>
  localAddress(language, `/campaigns/${campaignId}/donate/${draft}`);

export const waitingAddress = (language: Language, orderId: string) =>
  localAddress(language, `/payment-processing?order_id=${encodeURIComponent(orderId)}`);

export const numberAddress = (language: Language, orderId: string) =>
  localAddress(language, `/donations/${encodeURIComponent(orderId)}/number`);

type Open = Pick<VisibleDonation, "orderId" | "status" | "byNumber"> & {
  payment: Pick<VisibleDonation["payment"], "doubt">;
};

/** The one page of an order while its number can be paid, so that no other page says something else. */
export const openNumberAddress = (language: Language, { orderId, status, byNumber, payment }: Open) =>
  byNumber !== null && status === "pending" && payment.doubt === null
    ? numberAddress(language, orderId)
    : null;

export const resultAddress = (language: Language, orderId: string, status: ResultStatus) =>
  localAddress(language, `/selcom-webhook?order_id=${encodeURIComponent(orderId)}&status=${status}`);
