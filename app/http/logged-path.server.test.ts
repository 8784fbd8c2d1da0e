import { expect, test } from "vitest";
import { pathsToLog } from "./logged-path.server.ts";

const loggedPath = pathsToLog([
  ...["/", "/*", "/auth", "/donations/:orderId", "/donations/:orderId/pay", "/sw", "/sw/*"],
  ...["/sw/donations/:orderId", "/admin/*", "/admin/people/:id", "/admin/history/*", "/media/*"],
  ...["/admin/donations/:id", "/admin/donations/export.csv", "/favicon.svg"],
]);

test.each([
  ["/", "/"],
  ["/?q=asha", "/"],
  ["/auth?next=asha", "/auth"],
  ["/auth.data", "/auth"],
  ["/_root.data", "/"],
  ["/auth/_.data", "/auth"],
  ["/donations/zakat_1795259100000?key=secret", "/donations/:orderId"],
  ["/donations/asha/pay", "/donations/:orderId/pay"],
  ["/sw/donations/asha@example.org", "/sw/donations/:orderId"],
  ["/admin/people/asha@example.org", "/admin/people/:id"],
  ["/admin/people/asha/more", "/admin/*"],
  ["/admin/asha.mushi@example.org", "/admin/*"],
  ["/admin/donations/export.csv", "/admin/donations/export.csv"],
  ["/admin/history/texts/asha", "/admin/history/*"],
  ["/media/asha.jpg", "/media/*"],
  ["/favicon.svg", "/favicon.svg"],
  ["/asha@example.org", "(unknown path)"],
  ["/255754009988", "(unknown path)"],
  ["/sw/asha", "(unknown path)"],
  ["/donate/0754009988", "(unknown path)"],
  ["/AUTH", "(unknown path)"],
  ["//asha", "(unknown path)"],
  ["http://asha.example/", "(unknown path)"],
  ["", "/"],
])("the path %s is logged as %s", (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});
