import { expect, test } from "vitest";
import { outcomeWords } from "./words.ts";

test("what came of a job is told in words, and only what came of it", () => {
  for (const [job, outcome, words] of [
    ["forget-expired", { attempts: 0, provider_messages: 35 }, "35 messages of providers emptied"],
    ["forget-expired", { attempts: 0 }, "Nothing was out of date"],
    ["send-mail", { sent: 2, refused: 1, kept: 0 }, "2 sent, 1 refused for good"],
    ["check-ledger", { count: 0, problems: [] }, "Nothing is wrong"],
    ["compare-orders", { kind: "no-answer" }, "Selcom did not give its list"],
    ["compare-orders", { kind: "compared", toAsk: 0, unknown: 1, unlisted: 0 }, "1 none of ours"],
  ] as const)
    expect(outcomeWords(job, outcome)).toBe(words);
});
