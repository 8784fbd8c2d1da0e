import { expect, test } from "vitest";
import { chanceFrom } from "./chance.ts";
import { loseMachine } from "./lost-machine/lose-machine.ts";

// A short form of `npm run faults -- --lost-machine`.

test("after the loss of a machine no payment is missing", async () => {
  const chance = chanceFrom(20_261_126);
  const after = await loseMachine({ chance, donations: 20, statusChecks: false });
  expect(after.unknownAtFirst).toBeGreaterThan(5);
  expect(after.reconciled.wrong).toEqual([]);
  expect(after.reconciled.inCases).toBeGreaterThan(5);
  expect(after.recorded).toMatchObject({ wrong: [], inCases: 0, inLedger: after.recorded.paid });
  expect(after.added).toBeGreaterThan(5);
  expect(after.approved).toBeGreaterThan(1);
}, 300_000);
