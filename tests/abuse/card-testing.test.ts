import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { expectSoundLedger } from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { openClock } from "./clock.ts";
import { donateByCard, honestCrowd, newTally, type CardDonor, type Place } from "./crowd.ts";

const { webUrl, close } = await testDatabase();
const nodes = [openDatabase(webUrl), openDatabase(webUrl)] as const;
const db = nodes[0].readWrite;
const campaignId = await campaign(db);
afterAll(async () => {
  await expectSoundLedger(db);
  await Promise.all(nodes.map((node) => node.close()));
  await close();
});

let day = Date.parse("2026-03-01T17:00:00Z");
/** A new day, three days later, so that no limit remembers an earlier attack. */
function newPlace(): Place {
  day += 3 * 86_400_000;
  const start = new Date(day);
  return { nodes: [nodes[0].readWrite, nodes[1].readWrite], campaignId, start, clock: openClock(start) };
}

const full = process.env["FULL_MATRIX"] !== undefined;
const attempts = 400;
const seconds = 300;

type Attackers = {
  address(attempt: number): string;
  email(attempt: number): string;
  means: CardDonor["means"];
};

const oneAddress = () => "203.0.113.7";
const hundredAddresses = (attempt: number) => `203.0.113.${attempt % 100}`;
const oneNetwork = (attempt: number) => `2001:db8:7:7:${attempt.toString(16)}::${attempt % 7}`;
const newEmail = (attempt: number) => `card-${day}-${attempt}@example.net`;
const oneEmail = () => `card-${day}@example.net`;

type Attack = [how: string, attackers: Attackers, most: number];

const attacks: Attack[] = [
  [
    "from a hundred addresses, with proof of work",
    { address: hundredAddresses, email: newEmail, means: "script" },
    60,
  ],
];

/** Only with `npm run test:full`, because hundreds of proofs of work take long. */
const moreAttacks: Attack[] = [
  ["from one address, with patience", { address: oneAddress, email: newEmail, means: "patience" }, 5],
  [
    "from a hundred addresses, with patience",
    { address: hundredAddresses, email: newEmail, means: "patience" },
    60,
  ],
  ["from a hundred addresses", { address: hundredAddresses, email: newEmail, means: "nothing" }, 60],
  ["from one IPv6 network, with patience", { address: oneNetwork, email: newEmail, means: "patience" }, 5],
  ["from one address, with proof of work", { address: oneAddress, email: newEmail, means: "script" }, 15],
  ["under one email, with proof of work", { address: hundredAddresses, email: oneEmail, means: "script" }, 5],
];

test.each(full ? [...attacks, ...moreAttacks] : attacks)(
  `attacks %s with stolen cards are limited, and honest donors pass`,
  async (_, { address, email, means }, most) => {
    const place = newPlace();
    const attackers = newTally();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const opensAt = (attempt * seconds) / attempts;
      const donor = {
        address: address(attempt),
        email: email(attempt),
        means,
        opensAt,
        pays: attempt % 20 === 0,
      };
      const fillsInFor = means === "patience" ? 31 : 0;
      donateByCard(place, { ...donor, fillsInFor, tries: full ? 3 : 2 }, attackers);
    }
    const honest = honestCrowd(place, seconds, address(0));
    await place.clock.run();
    expect(attackers.begun + attackers.turnedAway).toBe(attempts);
    expect(honest.begun + honest.turnedAway).toBe(200);
    expect(mostWithin(attackers.pages, seconds)).toBeLessThanOrEqual(most);
    expect(honest.begun).toBeGreaterThanOrEqual(198);
  },
);

/** The largest number of moments in any period of this length. */
function mostWithin(moments: number[], seconds: number): number {
  return Math.max(
    0,
    ...moments.map((at) => moments.filter((other) => other >= at && other < at + seconds).length),
  );
}
