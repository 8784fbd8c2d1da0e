import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { capacityFor, capacityLines, inputs } from "./capacity.ts";

test("the page about capacity shows the computed figures", () => {
  const shown = readFileSync("docs/capacity.md", "utf8").replaceAll(/ +/g, " ").split("\n");
  for (const line of capacityLines(inputs)) expect(shown).toContain(line);
});

test("the measured inputs are those of the last bench", () => {
  const figures = readFileSync("bench/figures.md", "utf8");
  const { measured } = inputs;
  expect(figures).toContain(measured.cachedPagesASecond.toLocaleString("en"));
  expect(figures).toContain(`(${measured.startedThroughHttp} and ${measured.startedInSql} a second)`);
  expect(figures).toContain(`(${measured.settledThroughHttp} and ${measured.settledInSql} a second)`);
  expect(figures).toContain(`${measured.homeRendered.toFixed(1)} ms`);
});

test("twice the donations need twice the cores of PostgreSQL", () => {
  const { measured, assumed } = inputs;
  const twice = { measured, assumed: { ...assumed, donationsAnHour: 2 * assumed.donationsAnHour } };
  expect(capacityFor(twice).cores.postgres).toBeCloseTo(2 * capacityFor(inputs).cores.postgres);
});

test("renewals beyond the usable share are refused", () => {
  const { measured, assumed } = inputs;
  expect(() => capacityFor({ measured: { ...measured, homeRendered: 20 }, assumed })).toThrow("renewals");
});
