import { expect, test } from "vitest";
import { proposalKinds } from "#domain/proposal.ts";
import { actionWords, subjectWords } from "./words.ts";

test("an action is told in words, also one without words of its own", () => {
  expect(actionWords("propose:refund")).toBe("proposed “Give a gift back”:");
  expect(actionWords("resolve-case:fail")).toBe("closed (The money did not come)");
  expect(actionWords("case-closed")).toBe("case closed");
  for (const kind of proposalKinds)
    for (const verb of ["propose", "approve", "reject", "withdraw"])
      expect(actionWords(`${verb}:${kind}`)).not.toContain(kind);
});

test("what it is about is told in words", () => {
  for (const [subject, words] of [
    ["offline-gift:1", "offline gift 1"],
    ["record:hero", "hero"],
    ["record:campaign:cash-waqfu", "campaign cash-waqfu"],
    ["donation:zakat_1795000000000", "donation zakat_1795000000000"],
    ["picture:abc", "abc"],
  ] as const)
    expect(subjectWords(subject)).toBe(words);
});
