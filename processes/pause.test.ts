import { expect, test } from "vitest";
import { pauseAfter, shortestPause } from "./pause.ts";

test("a process that always ends soon starts every 30 seconds at most", () => {
  let pause = shortestPause;
  const pauses = Array.from({ length: 12 }, () => (pause = pauseAfter(1_000, pause)));
  expect(pauses.slice(0, 3)).toEqual([200, 400, 800]);
  expect(pauses.at(-1)).toBe(30_000);
});

test("after a minute of work the pause is short again", () => {
  expect(pauseAfter(60_000, 30_000)).toBe(shortestPause);
});
