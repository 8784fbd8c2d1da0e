import type { Language } from "#domain/language.ts";
import { localAddress } from "#app/site/address.ts";

export type ResultStatus = "success" | "failed" | "timeout" | "manual_check";

export const waitingAddress = (language: Language, orderId: string) =>
  localAddress(language, `/payment-processing?order_id=${encodeURIComponent(orderId)}`);

export const resultAddress = (language: Language, orderId: string, status: ResultStatus) =>
  localAddress(language, `/selcom-webhook?order_id=${encodeURIComponent(orderId)}&status=${status}`);
