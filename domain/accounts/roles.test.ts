import { expect, test } from "vitest";
import { isUsername, lacks, policies, roles, serves, type Role } from "./roles.ts";

test("each role can open the pages in its row of the table", () => {
  const served = ["visitor" as const, ...roles].map((role) => [
    role,
    policies.filter((policy) => serves(policy, role === "visitor" ? null : { role })).join(", "),
  ]);
  expect(Object.fromEntries(served)).toEqual({
    visitor: "everyone",
    organizer: "everyone, own-account, signed-in",
    staff: "everyone, own-account, signed-in, staff",
    admin: "everyone, own-account, signed-in, staff, admin",
  });
});

test("without a required second step only the own account is open", () => {
  const held = (role: Role, hasSecondStep: boolean) =>
    policies.filter(
      (policy) =>
        lacks(policy, { role, hasSecondStep, hasPasskey: false, mustChangePassword: false }) !== null,
    );
  expect(held("staff", false)).toEqual(["signed-in", "staff", "admin"]);
  expect(held("admin", false)).toEqual(["signed-in", "staff", "admin"]);
  expect(held("organizer", false)).toEqual([]);
  expect(held("admin", true)).toEqual([]);
});

test("with an assigned password only the own account is open", () => {
  const person = {
    role: "organizer",
    hasSecondStep: true,
    hasPasskey: false,
    mustChangePassword: true,
  } as const;
  expect(policies.filter((policy) => lacks(policy, person) === "own-password")).toEqual([
    "signed-in",
    "staff",
    "admin",
  ]);
});

test("a username is short, in lower case, and not an email", () => {
  expect(["admin", "a.b_9", "abc"].filter(isUsername)).toHaveLength(3);
  expect(["ab", "Admin", "a@b.example", "amana admin", "a".repeat(31), ""].filter(isUsername)).toEqual([]);
});

test("a passkey counts as a second step", () => {
  const person = {
    role: "admin",
    hasSecondStep: false,
    hasPasskey: true,
    mustChangePassword: false,
  } as const;
  expect(lacks("staff", person)).toBeNull();
});
