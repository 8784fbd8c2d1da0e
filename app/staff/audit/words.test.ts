import { expect, test } from "vitest";
import { proposalKinds } from "#domain/cases/proposal.ts";
import { tzs } from "#domain/money/money.ts";
import {
  acceptedRole,
  actionChoice,
  actionWords,
  addressOf,
  deedWords,
  isSignUp,
  subjectWords,
} from "./words.ts";

test("an action is shown in words, even without its own entry", () => {
  expect(actionWords("propose:refund")).toBe("requested “Refund a donation”:");
  expect(actionWords("resolve-case:fail")).toBe("closed (Money not received)");
  expect(actionWords("case-closed")).toBe("case closed");
  for (const kind of proposalKinds)
    for (const verb of ["propose", "approve", "reject", "withdraw"])
      expect(actionWords(`${verb}:${kind}`)).not.toContain(kind);
});

test("the subject of an entry is shown in words", () => {
  for (const [subject, words] of [
    ["offline-donation:1", "offline donation 1"],
    ["proposal:3", "request 3"],
    ["record:hero", "hero"],
    ["record:campaign:cash-waqfu", "campaign cash-waqfu"],
    ["donation:zakat_1795000000000", "donation zakat_1795000000000"],
    ["picture:abc", "a picture"],
    ["invitation:asha@fund.example", "asha@fund.example"],
    ["setting:second-step", "two-step sign-in"],
    ["go-live:terms", "Terms of Service"],
    ["external-figure:campaign:zakat", "campaign zakat"],
  ] as const)
    expect(subjectWords(subject)).toBe(words);
});

test("campaigns and team members are named, and separate as filter options", () => {
  for (const [action, subject, about, words] of [
    ["member-deleted", "record:team:5", "Asha Juma", "deleted team member Asha Juma"],
    ["campaign-deleted", "record:campaign:zakat", "Zakat", "deleted campaign Zakat"],
    ["team-ordered", "record:team:3", "Asha Juma", "changed the team order"],
    ["role-changed", "user:1", "juma", "changed the role of juma"],
    ["campaign-submitted", "submission:4", "A well", "submitted submission “A well”"],
    ["submission-approved", "submission:4", "A well", "approved submission “A well”"],
    ["import-statement", "statement:19", "azampay.csv", "imported statement “azampay.csv”"],
    ["change-request-approved", "change-request:1", "Zakat", "approved a change to “Zakat”"],
    ["record-saved", "record:hero", null, "saved hero"],
  ] as const) {
    const { did, object } = deedWords({ action, subject, about, donation: null, actor: null });
    expect(`${did} ${object}`).toBe(words);
  }
  const choices = ["campaign-deleted", "member-deleted", "campaign-restored", "member-restored"].map(
    actionChoice,
  );
  expect(new Set(choices).size).toBe(choices.length);
});

test("people who change their own account are named once", () => {
  const entry = { about: "asha", donation: null, actor: { id: "1", name: "asha" } };
  const words = (action: string, subject: string) => {
    const { did, object } = deedWords({ ...entry, action, subject });
    return `${did} ${object}`;
  };
  expect(words("password-changed", "user:1")).toBe("changed their own password");
  expect(words("second-step-added", "user:1")).toBe("turned on their own two-step sign-in");
  expect(words("sign-in-reset", "user:2")).toContain("of asha");
  expect(words("password-changed", "user:2")).toBe("changed the password of asha");
});

test("a choice of the filter is a whole phrase", () => {
  for (const [action, choice] of [
    ["message-shown", "Showed a donor’s message"],
    ["backup-codes-made", "Created backup codes"],
    ["propose:refund", "Requested “Refund a donation”"],
    ["resolve-case:fail", "Closed a case (Money not received)"],
    ["case-closed", "Case closed"],
  ] as const)
    expect(actionChoice(action)).toBe(choice);
});

test("a sign-up has no actor and no username", () => {
  const made = { action: "account-made", actor: null, after: { username: null, role: "organizer" } };
  expect(isSignUp(made)).toBe(true);
  expect(isSignUp({ ...made, after: { username: "juma", role: "organizer" } })).toBe(false);
  expect(isSignUp({ ...made, actor: { id: "1", name: "asha" } })).toBe(false);
});

test("an account of an invitation is accepted by its owner, not made by who invited them", () => {
  const made = {
    ...{ action: "account-made", actor: { id: "1", name: "amina" } },
    after: { username: "asha", role: "staff" },
  };
  expect(acceptedRole(made)).toBe("staff");
  expect(acceptedRole({ ...made, actor: null })).toBe(null);
  expect(acceptedRole({ ...made, action: "role-changed" })).toBe(null);
});

test("a donation has its amount and campaign in place of its reference, and a link", () => {
  const donation = { id: 7n, amount: tzs(50_000), campaign: "Laptops" };
  const entry = {
    action: "message-shown",
    subject: "donation:laptops_1795000000000",
    about: null,
    donation,
    actor: null,
  };
  const { did, object } = deedWords(entry);
  expect(`${did} ${object}`).toMatch(/^showed the message of a donation of TSh\s50,000 to “Laptops”$/);
  expect(addressOf(entry)).toBe("/admin/donations/7");
});

test("a record links to its page, if it has one", () => {
  for (const [subject, address] of [
    ["user:aa55", "/admin/people/aa55"],
    ["record:campaign:zakat", "/admin/campaigns/zakat"],
    ["proposal:3", "/admin/approvals/3"],
    ["statement:19", "/admin/reconciliation/imports/19"],
    ["record:hero", null],
    ["donation:forgotten_1", null],
  ] as const)
    expect(addressOf({ action: "record-saved", subject, donation: null })).toBe(address);
  const deleted = { action: "campaign-deleted", subject: "record:campaign:zakat", donation: null };
  expect(addressOf(deleted)).toBe(null);
});
