import { expect, onTestFinished, test, vi } from "vitest";
import type { Limits, Load } from "#domain/system/admission.ts";
import { equalLimits } from "#tests/support/server/equal-limits.ts";
import { openAdmission } from "./admission.server.ts";

const of = (together: number, waiting = 0) => ({ together, waiting });
const limits: Limits = {
  calm: { ...equalLimits(of(2)), other: of(2, 1), live: of(1) },
  busy: { ...equalLimits(of(2)), other: of(1), live: of(1) },
};

function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, finish: () => resolve("done") };
}

const other = (client: string) => ({ urgency: "other", client, gone: null }) as const;

test("requests beyond the limits are refused, and those of other kinds are not", async () => {
  const { run } = openAdmission(limits, () => "calm");
  const { work, finish } = held();
  const admitted = ["a", "b", "c"].map((client) => run(other(client), work));
  expect(await run(other("d"), work)).toBe("refused");
  expect(await run({ urgency: "donation", client: "a", gone: null }, async () => "begun")).toBe("begun");
  expect(await run({ urgency: "status", client: "a", gone: null }, async () => "told")).toBe("told");
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
  const each = equalLimits(limit);
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

test("one session leaves half of the places to others, from however many addresses", async () => {
  const limit = equalLimits({ together: 4, waiting: 6 });
  const { run } = openAdmission({ calm: limit, busy: limit }, () => "calm");
  const { work, finish } = held();
  const ask = (session: string, client: string) => run({ ...other(client), session }, work);
  const asked = Array.from({ length: 20 }, (_, at) => ask("thief's", `address ${at}`));
  const honest = ask("admin's", "office");
  finish();
  expect((await Promise.all(asked)).filter((answer) => answer === "done")).toHaveLength(5);
  expect(await honest).toBe("done");
  expect(await ask("thief's", "address 0")).toBe("done");
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

test.each([
  ["other", 3_000],
  ["staff", 3_000],
  ["picture", 3_000],
  ["live", 1_000],
  ["status", 10_000],
] as const)("a request of the kind %s that waits %i ms for a place is refused", async (urgency, longest) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limit = equalLimits({ together: 1, waiting: 5 });
  const { run } = openAdmission({ calm: limit, busy: limit }, () => "calm");
  const { work, finish } = held();
  const hanging = run({ ...other("a"), urgency }, work);
  let answer = "none";
  const waiting = run({ ...other("b"), urgency }, work).then((given) => (answer = given));
  await vi.advanceTimersByTimeAsync(longest - 1);
  expect(answer).toBe("none");
  await vi.advanceTimersByTimeAsync(1);
  expect(answer).toBe("refused");
  finish();
  await Promise.all([hanging, waiting]);
});

test("a request that waits too long for a place is refused, and a later one can still get it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const each = { together: 1, waiting: 5 };
  const limit = equalLimits(each);

  const { run } = openAdmission({ calm: limit, busy: limit }, () => "calm");
  const { work, finish } = held();
  const answers: string[] = [];
  const visit = (client: string) =>
    run(other(client), work).then((answer) => void answers.push(`${client} ${answer}`));
  const hanging = visit("a");
  const first = visit("b");
  await vi.advanceTimersByTimeAsync(1_000);
  const second = visit("c");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toEqual(["b refused"]);
  finish();
  await Promise.all([hanging, first, second]);
  expect(answers).toEqual(["b refused", "a done", "c done"]);
  expect(await run(other("b"), async () => "begun")).toBe("begun");
});

test("a visitor who leaves before a place is free gives up their own, and no work is done for them", async () => {
  const { run } = openAdmission(limits, () => "calm");
  const { work, finish } = held();
  const hanging = ["a", "b"].map((client) => run(other(client), work));
  const leaving = new AbortController();
  const unwanted = vi.fn<() => Promise<string>>(async () => "unread");
  const left = run({ ...other("c"), gone: leaving.signal }, unwanted);
  expect(await run(other("d"), work)).toBe("refused");
  leaving.abort();
  expect(await left).toBe("refused");
  const next = run(other("d"), async () => "read");
  finish();
  await Promise.all(hanging);
  expect(await next).toBe("read");
  expect(unwanted).not.toHaveBeenCalled();
});

test("a busy process that is calm again admits those who wait", async () => {
  let load: Load = "busy";
  const each = { together: 2, waiting: 5 };
  const busy = { ...equalLimits(each), other: { together: 1, waiting: 5 } };
  const { run } = openAdmission({ calm: { ...busy, other: each }, busy }, () => load);
  const [one, two] = [held(), held()];
  const works: string[] = [];
  const first = run(other("a"), one.work);
  const waiting = ["b", "c"].map((client) =>
    run(other(client), () => {
      works.push(client);
      return two.work();
    }),
  );
  load = "calm";
  one.finish();
  expect(await first).toBe("done");
  await expect.poll(() => works).toEqual(["b", "c"]);
  two.finish();
  expect(await Promise.all(waiting)).toEqual(["done", "done"]);
});
