import { expect, test } from "vitest";
import { outcomeWords } from "./words.ts";

test("the outcome of a job is shown in words, without zero counts", () => {
  for (const [job, outcome, words] of [
    ["forget-expired", { attempts: 0, provider_messages: 35 }, "35 provider messages cleared"],
    ["forget-expired", { attempts: 0 }, "Nothing to delete"],
    ["send-mail", { sent: 2, refused: 1, kept: 0 }, "2 sent, 1 rejected permanently"],
    ["check-ledger", { count: 0, problems: [] }, "No problems found"],
    ["fetch-external-figures", { fetched: 1, failed: 2 }, "1 fetched, 2 failed (the earlier figures stay)"],
    ["compare-orders", { kind: "no-answer" }, "Selcom did not send its list"],
    ["compare-orders", { kind: "compared", toAsk: 0, unknown: 1, unlisted: 0 }, "1 not recognised"],
  ] as const)
    expect(outcomeWords(job, outcome)).toBe(words);
});
