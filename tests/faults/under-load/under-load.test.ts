import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chanceFrom } from "#tests/faults/chance.ts";
import { donateSomehow, type Donor } from "#tests/faults/crowd.ts";
import { openGround, openPlace, type Ground } from "#tests/faults/place.ts";
import { settle } from "#tests/faults/settle.ts";
import { sharedPictures, testDatabase } from "#tests/support/database/open.ts";
import { demonstrationPictures } from "#tests/support/pictures/demonstration.ts";
import { canMount, openSmallDisk, tryToDonate } from "./full-disk.ts";
import { ask } from "./load.ts";
import { migrateUnderLoad } from "./migration.ts";
import { restartUnderLoad } from "./restart.ts";

// A short form of `npm run faults -- --under-load`.

const rates = { pages: 10, donations: 2 };

test("restarting two nodes in turn fails no request and loses no donation", async () => {
  const own = await testDatabase("demo");
  const outcome = await restartUnderLoad({
    ...{ databaseUrl: own.url, rates, restarts: 2 },
    ...{ seconds: 0, through: "proxy" },
  });
  await own.close();
  expect(outcome.failed).toEqual([]);
  expect(outcome.lost).toEqual([]);
});

test("a migration under load fails no request and loses no donation", async () => {
  const own = await testDatabase("demo");
  const outcome = await migrateUnderLoad({ databaseUrl: own.url, rates, isAlwaysCalm: true });
  await own.close();
  expect(outcome.failed).toEqual([]);
  expect(outcome.lost).toEqual([]);
});

test.skipIf(!canMount())("a full disk refuses donations, and freed space needs no restart", async () => {
  const pictures = (await demonstrationPictures()).map((id) => join(sharedPictures(), id));
  await using site = await openSmallDisk(pictures);
  expect((await ask(site.url, "/")).status).toBe(200);
  expect(await tryToDonate(site.url)).toBe("begun");
  expect(await site.metrics()).toContain("\namana_disk_is_full 0\n");
  await site.fill();
  await expect.poll(() => tryToDonate(site.url)).toMatch(/^donation: 503 /);
  expect((await ask(site.url, "/")).status).toBe(200);
  expect((await ask(site.url, "/healthz")).status).toBe(200);
  expect(await ask(site.url, "/readyz")).toMatchObject({ status: 503, text: "the disk is full\n" });
  expect(await site.metrics()).toContain("\namana_disk_is_full 1\n");
  await site.free();
  await expect.poll(async () => (await ask(site.url, "/readyz")).status).toBe(200);
  await expect.poll(() => tryToDonate(site.url)).toBe("begun");
  expect(site.isAlive()).toBe(true);
});

let ground: Promise<Ground> | undefined;
afterAll(async () => (await ground)?.[Symbol.asyncDispose]());

test.each([-10, 10])("with a clock wrong by %i minutes no donation is lost or doubled", async (minutes) => {
  const chance = chanceFrom(20_261_125);
  ground ??= openGround();
  await using stack = new AsyncDisposableStack();
  const place = await openPlace(await ground, stack, { chance, clockAhead: minutes * 60_000 });
  const crowd: Donor[] = [];
  for (let count = 0; count < 12; count += 1) crowd.push(await donateSomehow(place, chance));
  expect(await settle(place, crowd)).toEqual([]);
  const payments = await place.gateways.payments();
  expect(payments.filter(({ status }) => status === "paid").length).toBeGreaterThan(3);
});
