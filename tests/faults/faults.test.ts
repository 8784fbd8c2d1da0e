import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { chanceFrom } from "./chance.ts";
import { runCycles } from "./cycles.ts";
import { childrenOf } from "./kill-postgres.ts";
import { mutantNames } from "./mutants.ts";
import { openGround, openPlace, type Ground } from "./place.ts";
import { scenarios } from "./scenarios.ts";
import { settle } from "./settle.ts";

// A short form of `npm run faults`: all critical moments, a few random kills and every mutant.

const chance = chanceFrom(20_261_121);
let ground: Ground;
let stack: AsyncDisposableStack;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground[Symbol.asyncDispose]());
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
// A test that hits its limit continues in the background. Without its processes it ends.
afterEach(() => stack.disposeAsync());

const minutes = 60_000;

test(
  "killing the site or PostgreSQL never loses, doubles or invents a donation",
  async () => {
    const place = await openPlace(ground, stack, { chance });
    const crowd = [];
    for (const { play } of scenarios) crowd.push(...(await play(place)));
    expect(await settle(place, crowd)).toEqual([]);

    const { differences, story, ...counts } = await runCycles(place, chance, {
      appKills: 6,
      postgresKills: 2,
    });
    expect(differences, story).toEqual([]);
    expect(counts.appKills).toBeGreaterThanOrEqual(5);
    expect(counts.postgresKills).toBe(2);
    expect(counts.paid).toBeGreaterThan(8);
  },
  15 * minutes,
);

test(
  "killing a web process or its supervisor never loses, doubles or invents a donation",
  async () => {
    const place = await openPlace(ground, stack, { chance, webProcesses: 2 });
    const { differences, story, ...counts } = await runCycles(place, chance, {
      appKills: 6,
      postgresKills: 1,
    });
    expect(differences, story).toEqual([]);
    expect(counts.appKills).toBeGreaterThanOrEqual(6);
    expect(counts.paid).toBeGreaterThan(8);
  },
  15 * minutes,
);

test("a place closed while it opens leaves no process", async () => {
  const before = childrenOf(process.pid).length;
  const opening = openPlace(ground, stack, { chance }).catch(String);
  await expect.poll(() => childrenOf(process.pid).length).toBeGreaterThan(before + 1);
  await stack.disposeAsync();
  expect(childrenOf(process.pid)).toHaveLength(before);
  expect(await opening).toContain("closed");
  expect(childrenOf(process.pid)).toHaveLength(before);
});

const harm = {
  "acknowledge first": "lost",
  "split inbox": "lost",
  "no lock": "double",
  "asynchronous commit": "lost",
  "last write wins": "lost",
  "key not unique": "double",
} as const;

test.each(mutantNames)(
  "the mutant is caught: %s",
  async (mutant) => {
    const scenario = scenarios.find(({ catches }) => catches.includes(mutant));
    // A race or an asynchronous commit can by chance cause no difference, so try again.
    for (let tries = 0; tries < 10; tries++) {
      await using once = stack.use(new AsyncDisposableStack());
      const place = await openPlace(ground, once, { chance, mutant });
      const crowd = (await scenario?.play(place)) ?? [];
      const differences = await settle(place, crowd, 3);
      if (differences.length === 0) continue;
      expect(differences.map(({ kind }) => kind)).toContain(harm[mutant]);
      return;
    }
    expect.fail("nothing differed");
  },
  15 * minutes,
);
