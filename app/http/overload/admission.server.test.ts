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

const other = (client: string) => ({ urgency: "other", client }) as const;

test("requests beyond the limits are refused, and those of other kinds are not", async () => {
  const { run } = openAdmission(limits, () => "calm");
  const { work, finish } = held();
  const admitted = ["a", "b", "c"].map((client) => run(other(client), work));
  expect(await run(other("d"), work)).toBe("refused");
  expect(await run({ urgency: "donation", client: "a" }, async () => "begun")).toBe("begun");
  expect(await run({ urgency: "status", client: "a" }, async () => "told")).toBe("told");
  finish();
  expect(await Promise.all(admitted)).toEqual(["done", "done", "done"]);
  expect(await run(other("d"), async () => "again")).toBe("again");
});

test("a busy process admits less, and a calm one more again", async () => {
  let load: Load = "busy";
  const { run } = openAdmission(limits, () => load);
  const { work, finish } = held();
  const first = run(other("a"), work);
  expect(await run(other("b"), work)).toBe("refused");
  load = "calm";
  const second = run(other("b"), work);
  finish();
  expect(await Promise.all([first, second])).toEqual(["done", "done"]);
});

test("failed work frees its place", async () => {
  const { run } = openAdmission(limits, () => "busy");
  await expect(run(other("a"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run(other("a"), async () => "done")).toBe("done");
});

const clients = Array.from({ length: 3 }, (_, at) => `client ${at}`);

test.each([
  { from: 1, taken: [50], free: 50 },
  { from: 3, taken: [25, 25, 25], free: 25 },
])("$from clients with many requests leave $free of 100 places", async ({ from, taken, free }) => {
  const limit = { together: 10, waiting: 90 };
  const each = { donation: limit, status: limit, other: limit };
  const { run } = openAdmission({ calm: each, busy: each }, () => "calm");
  const { work, finish } = held();
  const flooding = clients.slice(0, from);
  const asked = Array.from({ length: 200 }, () => flooding.map((client) => run(other(client), work))).flat();
  const honest = Array.from({ length: free + 1 }, (_, at) => run(other(`honest ${at}`), work));
  finish();
  const answers = await Promise.all(asked);
  const takenBy = flooding.map(
    (_, client) => answers.filter((answer, at) => at % from === client && answer === "done").length,
  );
  expect(takenBy).toEqual(taken);
  expect((await Promise.all(honest)).filter((answer) => answer === "done")).toHaveLength(free);
});

test("a client whose requests ended or failed gets its places again", async () => {
  const { run } = openAdmission(limits, () => "calm");
  for (let time = 0; time < 5; time += 1) {
    const { work, finish } = held();
    const asked = Array.from({ length: 3 }, () => run(other("a"), work));
    finish();
    expect(await Promise.all(asked)).toEqual(["done", "done", "refused"]);
    await expect(run(other("a"), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  }
});
