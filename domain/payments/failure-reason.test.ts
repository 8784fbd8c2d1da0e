import { expect, test } from "vitest";
import { failureReason } from "./failure-reason.ts";

test.each([
  ["Wrong PIN three times", "wrong-pin"],
  ["Insufficient balance", "no-balance"],
  ["The payer declined", "cancelled"],
  ["The payment request was not answered", "expired"],
  ["transaction limit exceeded", "limit"],
  ["msisdn is not registered", "no-wallet"],
  ["ECONNREFUSED", "unreachable"],
  ['200 {"payment_status":"CANCELLED"}', "page-expired"],
  ['200 {"payment_status":"USERCANCELLED"}', "cancelled"],
  ["The network rejected the payment", "refused"],
  ["shipping pinged", "refused"],
  ["", "refused"],
] as const)("%s is %s", (words, reason) => expect(failureReason(words)).toBe(reason));
