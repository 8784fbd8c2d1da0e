import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { requestsOfAddress } from "#domain/payments/limits.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { expectSoundLedger } from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { openClock } from "./clock.ts";
import { carrierAddress, donateByPhone, newTally, type Place } from "./crowd.ts";

const { url, close } = await testDatabase();
const nodes = [openDatabase(url), openDatabase(url)] as const;
const db = nodes[0].readWrite;
const campaignId = await campaign(db);
afterAll(async () => {
  await expectSoundLedger(db);
  await Promise.all(nodes.map((node) => node.close()));
  await close();
});

let day = Date.parse("2026-05-01T17:00:00Z");
function newPlace(): Place {
  day += 3 * 86_400_000;
  const start = new Date(day);
  return { nodes: [db, nodes[1].readWrite], campaignId, start, clock: openClock(start) };
}

test.each([
  ["the address of honest donors", carrierAddress],
  ["another address", "203.0.113.7"],
])("a flood from %s is limited, and all honest donors get requests", async (_, client) => {
  const place = newPlace();
  const flood = newTally();
  for (let request = 0; request < 300; request++)
    donateByPhone(place, (request * 9) / 300, flood, { client, pays: false, works: false });
  const honest = newTally();
  for (let donor = 0; donor < 40; donor++) donateByPhone(place, donor, honest, { pays: donor % 3 !== 0 });
  await place.clock.run();

  expect(flood.begun + flood.turnedAway).toBe(300);
  expect(flood.begun).toBeLessThanOrEqual(requestsOfAddress.unpaid);
  expect(honest).toMatchObject({ begun: 40, turnedAway: 0 });
  const cases = await db.selectFrom("cases").select("kind").execute();
  expect(cases.map(({ kind }) => kind)).toEqual(["unpaid-requests"]);
});
