import { expect, test } from "vitest";
import { isUsername, policies, roles, serves } from "./account.ts";

test("each role is served what its row of the table says", () => {
  const served = ["visitor" as const, ...roles].map((role) => [
    role,
    policies.filter((policy) => serves(policy, role === "visitor" ? null : { role })).join(", "),
  ]);
  expect(Object.fromEntries(served)).toEqual({
    visitor: "everybody",
    organizer: "everybody, signed-in",
    staff: "everybody, signed-in, staff",
    admin: "everybody, signed-in, staff, admin",
  });
});

test("a username is short, in small letters, and no address", () => {
  expect(["admin", "a.b_9", "abc"].filter(isUsername)).toHaveLength(3);
  expect(["ab", "Admin", "a@b.example", "amana admin", "a".repeat(31), ""].filter(isUsername)).toEqual([]);
});
