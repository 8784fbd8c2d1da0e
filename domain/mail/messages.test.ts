import { expect, test } from "vitest";
import { claimMinutes, longestDelivery, longestSilence, minutesUntilNextAttempt } from "./messages.ts";

test("an email is retried for a day, at first often, then hourly", () => {
  const waits: number[] = [];
  for (;;) {
    const minutes = minutesUntilNextAttempt(waits.length + 1);
    if (minutes === null) break;
    waits.push(minutes);
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  const day = waits.reduce((sum, minutes) => sum + minutes, 0) / 60;
  expect(day).toBeGreaterThanOrEqual(24);
  expect(day).toBeLessThan(25);
});

test("a slow reply is awaited, and the claim outlasts the delivery", () => {
  expect(longestSilence).toBeGreaterThanOrEqual(4 * 60_000);
  expect(longestDelivery).toBeGreaterThan(longestSilence);
  expect(claimMinutes * 60_000).toBeGreaterThan(longestDelivery);
});
