import { expect, test } from "vitest";
import { nextLoad, urgencyOf } from "./admission.ts";

test.each([
  ["calm", { delay: 10, waiting: 0 }, "calm"],
  ["calm", { delay: 49, waiting: 9 }, "calm"],
  ["calm", { delay: 50, waiting: 0 }, "busy"],
  ["calm", { delay: 0, waiting: 10 }, "busy"],
  ["busy", { delay: 49, waiting: 0 }, "busy"],
  ["busy", { delay: 20, waiting: 3 }, "busy"],
  ["busy", { delay: 20, waiting: 2 }, "calm"],
] as const)("from %s, %o leads to %s", (before, signal, after) => {
  expect(nextLoad(before, signal)).toBe(after);
});

test.each([
  ["/api/donations/mobile", false, "donation"],
  ["/campaigns/zakat/donate", false, "donation"],
  ["/sw/campaigns/zakat/donate/key", false, "donation"],
  ["/campaigns/zakat/donate", true, "status"],
  ["/api/donations/abc", true, "status"],
  ["/api/callbacks/azampay/secret", false, "status"],
  ["/sw/payment-processing", true, "status"],
  ["/donations/abc/again", true, "status"],
  ["/readyz", true, "status"],
  ["/campaigns", true, "other"],
  ["/campaigns/donations", true, "other"],
  ["/admin/donations/12", true, "staff"],
  ["/admin", true, "staff"],
  ["/admin/people/7", false, "staff"],
  ["/dashboard", true, "staff"],
  ["/dashboards", true, "other"],
  ["/administration", true, "other"],
  ["/media/abc/720.avif", true, "picture"],
  ["/auth", false, "other"],
  ["/api/campaigns", true, "other"],
])("%s (read: %s) has the urgency %s", (path, isRead, urgency) => {
  expect(urgencyOf(path, { isRead, hasSession: true })).toBe(urgency);
  expect(urgencyOf(path, { isRead, hasSession: false })).toBe(urgency === "staff" ? "other" : urgency);
});
