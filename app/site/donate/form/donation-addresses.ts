import type { Language } from "#domain/content/language.ts";
import { localAddress } from "#app/site/address.ts";

export type ResultStatus = "success" | "failed" | "timeout" | "manual_check";

/** The form. The key of a draft fills it with the draft's values. */
export const formAddress = (language: Language, campaignId: string, draft?: string) =>
  localAddress(language, `/campaigns/${campaignId}/donate${draft === undefined ? "" : `?draft=${draft}`}`);

export const checkAddress = (language: Language, campaignId: string, draft: string) =>
  localAddress(language, `/campaigns/${campaignId}/donate/${draft}`);

export const waitingAddress = (language: Language, orderId: string) =>
  localAddress(language, `/payment-processing?order_id=${encodeURIComponent(orderId)}`);

export const resultAddress = (language: Language, orderId: string, status: ResultStatus) =>
  localAddress(language, `/selcom-webhook?order_id=${encodeURIComponent(orderId)}&status=${status}`);
