import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gatherFigures } from "./gather-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A figure changes ten times a second. Returns how often open pages got it in that many seconds. */
function sendings(seconds: number, { isBusy, isShown = true }: { isBusy: boolean; isShown?: boolean }) {
  const report = vi.fn<() => boolean>(() => isShown);
  const figures = gatherFigures(report, () => isBusy);
  for (let time = 0; time < seconds * 10; time += 1) {
    figures.add("totals");
    vi.advanceTimersByTime(100);
  }
  figures.stop();
  return report.mock.calls.length;
}

test("a calm process sends changed figures once a second", () => {
  expect(sendings(60, { isBusy: false })).toBe(60);
});

test("a busy process sends changed figures every five seconds", () => {
  expect(sendings(60, { isBusy: true })).toBe(12);
});

test("figures that no page shows do not delay the next ones", () => {
  expect(sendings(3, { isBusy: true, isShown: false })).toBeGreaterThan(10);
});
