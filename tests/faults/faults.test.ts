import { afterAll, beforeAll, expect, test } from "vitest";
import { chanceFrom } from "./chance.ts";
import { runCycles } from "./cycles.ts";
import { mutantNames } from "./mutants.ts";
import { openPlace, type Place } from "./place.ts";
import { scenarios } from "./scenarios.ts";
import { settle } from "./settle.ts";

// The short form of `npm run faults`: the moments that decide, a few kills at random, and every mutant.

const chance = chanceFrom(20_261_121);
let place: Place;
beforeAll(async () => {
  place = await openPlace(chance);
});
afterAll(() => place.close());

const minutes = 60_000;

test(
  "whoever dies, and whenever: nothing is lost, doubled or invented",
  async () => {
    await place.beginAnew();
    const crowd = [];
    for (const { play } of scenarios) crowd.push(...(await play(place)));
    expect(await settle(place, crowd)).toEqual([]);

    const { differences, story, ...counts } = await runCycles(place, chance, {
      appKills: 12,
      postgresKills: 3,
    });
    expect(differences, story).toEqual([]);
    expect(counts.appKills).toBeGreaterThanOrEqual(10);
    expect(counts.postgresKills).toBe(3);
    expect(counts.paid).toBeGreaterThan(15);
  },
  5 * minutes,
);

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
  async (name) => {
    const scenario = scenarios.find(({ catches }) => catches.includes(name));
    // A commit that is not waited for may reach the disk in time by luck.
    for (let tries = 0; tries < 3; tries++) {
      await place.beginAnew({ mutant: name });
      const crowd = (await scenario?.play(place)) ?? [];
      const differences = await settle(place, crowd, 3);
      if (differences.length === 0) continue;
      expect(differences.map(({ kind }) => kind)).toContain(harm[name]);
      return;
    }
    expect.fail("nothing differed");
  },
  2 * minutes,
);
