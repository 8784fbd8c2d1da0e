import { expect, test } from "vitest";
import { keepLastFigures } from "./last-figures.server.ts";

const away = () => Promise.reject(new Error("away"));

test("without a first reading there are no figures", async () => {
  expect(await keepLastFigures()(away)).toEqual({ isCurrent: false, newest: null });
});

test("after a failed reading the last figures stay and grow older", async () => {
  const read = keepLastFigures<number>();
  expect(await read(() => Promise.resolve(7))).toEqual({
    isCurrent: true,
    newest: { figures: 7, ageSeconds: 0 },
  });
  const [first, second] = [await read(away), await read(away)];
  expect(first).toMatchObject({ isCurrent: false, newest: { figures: 7 } });
  expect(first.newest?.ageSeconds).toBeGreaterThan(0);
  expect(second.newest?.ageSeconds).toBeGreaterThan(first.newest?.ageSeconds ?? Infinity);
});

test("a reading that never ends is not waited for, and a late one counts for the next request", async () => {
  const read = keepLastFigures<number>(1);
  const late = Promise.withResolvers<number>();
  expect(await read(() => late.promise)).toEqual({ isCurrent: false, newest: null });
  late.resolve(8);
  await late.promise;
  expect(await read(away)).toMatchObject({ isCurrent: false, newest: { figures: 8 } });
});
