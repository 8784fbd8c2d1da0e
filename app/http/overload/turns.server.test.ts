import { expect, test } from "vitest";
import type { Urgency } from "#domain/system/admission.ts";
import { countWaiting, ownTurn } from "./turns.server.ts";

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("work that is ready together is done in one turn each, in its order", async () => {
  const done: number[] = [];
  const all = Promise.all(
    [1, 2, 3].map((work) => ownTurn({ urgency: "other" }).then(() => void done.push(work))),
  );
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

test("donors come first, then questions about donations", async () => {
  const done: string[] = [];
  const asked = (["other", "status", "other", "donation"] as const).map((urgency) =>
    ownTurn({ urgency }).then(() => void done.push(urgency)),
  );
  await nextTurn();
  expect(done).toEqual(["donation"]);
  asked.push(ownTurn({ urgency: "status" }).then(() => void done.push("later status")));
  await Promise.all(asked);
  expect(done).toEqual(["donation", "status", "later status", "other", "other"]);
});

test("a page that waits too long gets no turn, also behind more urgent ones", async () => {
  const done: string[] = [];
  const ask = (name: string, urgency: Urgency, longestWait?: number) =>
    ownTurn({ urgency, ...(longestWait && { longestWait }) }).then(
      (turn) => void done.push(`${name} ${turn}`),
    );
  const asked = [
    ask("donor", "donation"),
    ask("second donor", "donation"),
    ask("page", "other", 5),
    ask("renewal", "other"),
    ask("page behind a renewal", "other", 5),
  ];
  // The process does other work.
  const until = performance.now() + 10;
  while (performance.now() < until);
  await Promise.all(asked);
  expect(done).toEqual([
    ...["page late", "page behind a renewal late"],
    ...["donor given", "second donor given", "renewal given"],
  ]);
});

test("a page whose visitor left takes no turn", async () => {
  const done: string[] = [];
  const leaving = Array.from({ length: 100 }, () => new AbortController());
  const asked = leaving.map(({ signal: gone }) =>
    ownTurn({ urgency: "other", gone }).then((turn) => void done.push(turn)),
  );
  const staying = ownTurn({ urgency: "other" }).then((turn) => void done.push(turn));
  for (const each of leaving) each.abort();
  await nextTurn();
  expect(done).toEqual([...leaving.map(() => "gone"), "given"]);
  await Promise.all([...asked, staying]);
  expect(countWaiting()).toBe(0);
});
