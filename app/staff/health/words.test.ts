import { expect, test } from "vitest";
import { lastRunWords, outcomeWords } from "./words.ts";

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

test("the last run of a job is one line with its result", () => {
  const at = { endedAt: new Date("2027-03-04T05:06:07Z"), seconds: 1 };
  const runs = [
    null,
    { ...at, outcome: { sent: 2 }, failure: null },
    { ...at, outcome: {}, failure: "no disk" },
  ];
  expect(runs.map((lastRun) => lastRunWords({ name: "send-mail", lastRun }))).toEqual([
    "Not run yet",
    "2 sent",
    "Failed: no disk",
  ]);
});
