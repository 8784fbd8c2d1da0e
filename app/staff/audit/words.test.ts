import { expect, test } from "vitest";
import { proposalKinds } from "#domain/cases/proposal.ts";
import { actionChoice, actionWords, deedWords, subjectWords } from "./words.ts";

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
    ["picture:abc", "abc"],
  ] as const)
    expect(subjectWords(subject)).toBe(words);
});

test("campaigns and team members are named, and separate as filter options", () => {
  for (const [action, subject, about, words] of [
    ["member-deleted", "record:team:5", "Asha Juma", "deleted team member Asha Juma"],
    ["campaign-deleted", "record:campaign:zakat", "Zakat", "deleted campaign Zakat"],
    ["team-ordered", "record:team:3", "Asha Juma", "changed the team order"],
    ["role-changed", "user:1", "juma", "changed the role of juma"],
    ["record-saved", "record:hero", null, "saved hero"],
  ] as const)
    expect(deedWords({ action, subject, about })).toBe(words);
  const choices = ["campaign-deleted", "member-deleted", "campaign-restored", "member-restored"].map(
    actionChoice,
  );
  expect(new Set(choices).size).toBe(choices.length);
});
