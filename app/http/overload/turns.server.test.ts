import { expect, test } from "vitest";
import { countWaiting, ownTurn } from "./turns.server.ts";

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("work that is ready together is done in one turn each, in its order", async () => {
  const done: number[] = [];
  const all = Promise.all([1, 2, 3].map((work) => ownTurn().then(() => void done.push(work))));
  expect(countWaiting()).toBe(3);
  const seen: number[][] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    seen.push([...done]);
  }
  await all;
  expect(seen).toEqual([[1], [1, 2], [1, 2, 3]]);
  expect(countWaiting()).toBe(0);
});
