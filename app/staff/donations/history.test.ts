import { expect, test } from "vitest";
import type { TrailEntry } from "#database/donations/history.ts";
import { runsOf } from "./history.tsx";

const answer = (verdict: string): TrailEntry => ({
  ...{ kind: "message", id: 1n, at: new Date(), provider: "selcom", message: "answer", verdict },
  ...{ body: "{}", headers: null },
});
const note: TrailEntry = { kind: "note", id: 2n, at: new Date(), text: "Called", by: "juma" };

test("equal answers that follow each other are one line", () => {
  const runs = runsOf([answer("pending"), answer("pending"), answer("succeeded"), note, answer("pending")]);
  expect(runs.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
});
