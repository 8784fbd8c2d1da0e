import { expect, test } from "vitest";
import type { Limits, Load } from "#domain/system/admission.ts";
import { openAdmission } from "./admission.server.ts";

const limits: Limits = {
  calm: {
    donation: { together: 2, waiting: 0 },
    status: { together: 2, waiting: 0 },
    other: { together: 2, waiting: 1 },
  },
  busy: {
    donation: { together: 2, waiting: 0 },
    status: { together: 2, waiting: 0 },
    other: { together: 1, waiting: 0 },
  },
};

function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, finish: () => resolve("done") };
}

test("requests beyond the limits are refused, and those of other kinds are not", async () => {
  const { run } = openAdmission(limits, () => "calm");
  const { work, finish } = held();
  const admitted = Array.from({ length: 3 }, () => run("other", work));
  expect(await run("other", work)).toBe("refused");
  expect(await run("donation", async () => "begun")).toBe("begun");
  expect(await run("status", async () => "told")).toBe("told");
  finish();
  expect(await Promise.all(admitted)).toEqual(["done", "done", "done"]);
  expect(await run("other", async () => "again")).toBe("again");
});

test("a busy process admits less, and a calm one more again", async () => {
  let load: Load = "busy";
  const { run } = openAdmission(limits, () => load);
  const { work, finish } = held();
  const first = run("other", work);
  expect(await run("other", work)).toBe("refused");
  load = "calm";
  const second = run("other", work);
  finish();
  expect(await Promise.all([first, second])).toEqual(["done", "done"]);
});

test("failed work frees its place", async () => {
  const { run } = openAdmission(limits, () => "busy");
  await expect(run("other", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run("other", async () => "done")).toBe("done");
});
