import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { startDonation } from "#operations/donations/start.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { donationWanted, just, newPhone, scriptedProvider } from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { openClock } from "./clock.ts";
import { donateByPhone, newTally, type Place } from "./crowd.ts";

const { webUrl, close } = await testDatabase();
const nodes = [openDatabase(webUrl), openDatabase(webUrl)] as const;
const campaignId = await campaign(nodes[0].readWrite);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await close();
});

const promised = [
  { most: 3, within: 3_600 },
  { most: 6, within: 86_400 },
  { most: 1, within: 120 },
];

const spans: [string, number][] = [
  ["an hour", 3_600],
  ["two days", 2 * 86_400],
];

test.each(process.env["FULL_MATRIX"] ? spans : spans.slice(0, 1))(
  "1,000 presses for one phone in %s are limited, others are not",
  async (_, seconds) => {
    const start = new Date("2026-04-01T04:00:00Z");
    const clock = openClock(start);
    const place: Place = { nodes: [nodes[0].readWrite, nodes[1].readWrite], campaignId, clock, start };
    const provider = scriptedProvider();
    const way = { kind: "push" as const, provider, phone: newPhone(), network: "Tigo" as const };
    const prompted: number[] = [];
    for (let press = 0; press < 1_000; press++)
      clock.at((press * seconds) / 1_000, async (now) => {
        const node = nodes[press % 2]?.readWrite ?? place.nodes[0];
        const started = await startDonation(
          node,
          donationWanted(provider, campaignId, { way }),
          just({ now }),
        );
        if (started.kind === "prompted") prompted.push(now.getTime() / 1_000);
      });
    const honest = newTally();
    for (let donor = 0; donor < 200; donor++)
      donateByPhone(place, (donor * seconds) / 200, honest, { pays: donor % 3 !== 0 });
    await clock.run();

    for (const { most, within } of promised)
      for (const first of prompted)
        expect(prompted.filter((at) => at >= first && at < first + within).length).toBeLessThanOrEqual(most);
    expect(provider.sent()).toBe(prompted.length);
    expect(prompted.length).toBe(seconds > 3_600 ? 12 : 3);
    expect(honest).toMatchObject({ begun: 200, turnedAway: 0 });
  },
);
