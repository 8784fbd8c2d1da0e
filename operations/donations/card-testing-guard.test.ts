import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { restingCards, unpaidCards, waitsForCards } from "#domain/payments/limits.ts";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import {
  cardWay,
  challengeKey,
  giftWanted,
  just,
  newPhone,
  scriptedProvider,
} from "#tests/support/donations/begin.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { campaign } from "#tests/support/database/records.ts";
import { challengeFor, countedForCard } from "./card-testing-guard.ts";
import { startDonation } from "./start.ts";

const { url, db } = await testRecords();
const to = await campaign(db);
const provider = scriptedProvider("selcom");
let day = Date.parse("2026-01-01T09:00:00Z");
beforeEach(() => {
  // Nothing of an earlier test is remembered on another day.
  day += 3 * 86_400_000;
});

let givers = 0;
const newGiver = () => ({ client: `192.0.2.${(givers += 1)}`, email: `giver-${givers}@example.org` });

async function tryCard(
  giver: { client: string; email: string },
  seconds: number,
  proof: string | null = null,
) {
  const now = new Date(day + seconds * 1_000);
  const counted = countedForCard(giver.client, giver.email);
  return startDonation(
    db,
    giftWanted(provider, to, { way: cardWay(provider) }),
    just({ now, counted, proof }),
  );
}

async function neededBy(
  giver: { client: string; email: string },
  seconds: number,
  proof: string | null = null,
) {
  const started = await tryCard(giver, seconds, proof);
  if (started.kind !== "proof-needed") throw new Error(`not needed: ${started.kind}`);
  return started;
}

async function attack() {
  for (let count = 0; count < unpaidCards.most; count++)
    expect((await tryCard(newGiver(), count)).kind).toBe("page");
}

test("the first gift by card is asked for nothing more, the second works for it", async () => {
  const giver = newGiver();
  expect((await tryCard(giver, 0)).kind).toBe("page");
  const { challenge, wait } = await neededBy(giver, 10);
  expect(wait).toBe(30);
  expect((await tryCard(giver, 11, solved(challenge))).kind).toBe("page");
});

test("somebody at the same address, or with the same e-mail from elsewhere, is the second as well", async () => {
  const giver = newGiver();
  await tryCard(giver, 0);
  await neededBy({ ...newGiver(), client: giver.client }, 10);
  await neededBy({ ...newGiver(), email: giver.email.toUpperCase() }, 10);
  expect((await tryCard(newGiver(), 10)).kind).toBe("page");
});

test("whoever opens the form again is set the challenge at once; whoever comes first is not", async () => {
  const giver = newGiver();
  const opened = (seconds: number) =>
    challengeFor(db, challengeKey, countedForCard(giver.client, null), new Date(day + seconds * 1_000));
  expect(await opened(0)).toBe(null);
  await tryCard(giver, 1);
  const challenge = await opened(20);
  expect((await tryCard(giver, 90, solved(challenge ?? ""))).kind).toBe("page");
});

test("a proof is good once, also for two at the same moment", async () => {
  const giver = newGiver();
  await tryCard(giver, 0);
  const proof = solved((await neededBy(giver, 1)).challenge);
  const kinds = await Promise.all(
    [newGiver(), newGiver()].map(async (other) => {
      await tryCard(other, 2);
      return (await tryCard(other, 3, proof)).kind;
    }),
  );
  expect(kinds.toSorted()).toEqual(["page", "proof-needed"]);
  await neededBy(giver, 4, proof);
});

test.each([
  ["made up", () => "1767258000.abcdefghijklmnop.abcdefghijklmnopqrstuv"],
  [
    "signed for another moment",
    (challenge: string) => challenge.replace(/^\d+/, (at) => String(Number(at) - 60)),
  ],
  ["half", (challenge: string) => challenge.slice(0, 30)],
  ["nothing", () => ""],
  ["longer by a letter", (challenge: string) => `${challenge}a`],
  ["of letters outside ASCII", (challenge: string) => challenge.replace(/.$/, "é")],
])("a challenge that is %s proves nothing, and another is set", async (_, forge) => {
  const giver = newGiver();
  await tryCard(giver, 0);
  const { challenge } = await neededBy(giver, 1);
  const forged = await neededBy(giver, 100, solved(forge(challenge)));
  expect(forged.challenge).not.toBe(challenge);
});

test.each([
  ["16 signs, as once", "abcdefghijklmnop", "page"],
  ["22 signs, as now", "abcdefghijklmnopqrstuv", "page"],
  ["18 signs", "abcdefghijklmnopqr", "proof-needed"],
])("a signed challenge whose name has %s is accepted or not", async (_, name, kind) => {
  const giver = newGiver();
  await tryCard(giver, 0);
  const set = `${Math.floor(day / 1_000)}.${name}`;
  const signature = createHmac("sha256", challengeKey).update(set).digest("base64url").slice(0, 22);
  expect((await tryCard(giver, 10, solved(`${set}.${signature}`))).kind).toBe(kind);
});

test("a challenge is good for an hour", async () => {
  const giver = newGiver();
  await tryCard(giver, 0);
  const proof = solved((await neededBy(giver, 1)).challenge);
  await neededBy(giver, 3_700, proof);
});

test("without script the same challenge is good after half a minute", async () => {
  const giver = newGiver();
  await tryCard(giver, 0);
  const { challenge } = await neededBy(giver, 10);
  expect(await neededBy(giver, 20, challenge)).toMatchObject({ challenge, wait: 20 });
  expect(await neededBy(giver, 30, `${challenge}~1.2.3`)).toMatchObject({ challenge, wait: 10 });
  expect((await tryCard(giver, 40, challenge)).kind).toBe("page");
});

test("of those who wait only so many pass in five minutes, of those who work all", async () => {
  const [most, kinds] = [waitsForCards[0]?.most ?? 0, [] as string[]];
  await attack();
  for (let count = 0; count < most + 5; count++) {
    const giver = newGiver();
    const { challenge } = await neededBy(giver, 400);
    kinds.push((await tryCard(giver, 440 + count, challenge)).kind);
  }
  expect(kinds.filter((kind) => kind === "page")).toHaveLength(most);
  const giver = newGiver();
  expect((await tryCard(giver, 490, solved((await neededBy(giver, 489)).challenge))).kind).toBe("page");
});

test("many unpaid card pages raise the bar for all cards for a quarter of an hour, and never for mobile money", async () => {
  await attack();
  await neededBy(newGiver(), 60);
  const way = { kind: "push" as const, provider, phone: newPhone(), wallet: "Tigo" as const };
  const now = new Date(day + 60_000);
  expect((await startDonation(db, giftWanted(provider, to, { way }), just({ now }))).kind).toBe("prompted");
  const page = { ...cardWay(provider), billing: null };
  expect((await startDonation(db, giftWanted(provider, to, { way: page }), just({ now }))).kind).toBe("page");
  expect((await tryCard(newGiver(), 15 * 60 + 30)).kind).toBe("page");
});

/** Comes with its work done, as whoever runs our script does. */
async function tryWithProof(giver: { client: string; email: string }, seconds: number) {
  const started = await tryCard(giver, seconds);
  if (started.kind !== "proof-needed") return started;
  return tryCard(giver, seconds, solved(started.challenge));
}

test("whatever is proven, cards rest while too many pages wait to be paid, and go on as they end or are paid", async () => {
  const most = restingCards.most;
  for (let count = 0; count < most; count++)
    expect((await tryWithProof(newGiver(), 100 + count)).kind).toBe("page");
  const resting = { kind: "cards-rest", retryAfter: 300 };
  expect(await tryWithProof(newGiver(), 100 + most)).toEqual(resting);
  expect(await tryCard(newGiver(), 100 + most, "made up")).toEqual(resting);

  const way = { kind: "push" as const, provider, phone: newPhone(), wallet: "Tigo" as const };
  const now = new Date(day + (100 + most) * 1_000);
  expect((await startDonation(db, giftWanted(provider, to, { way }), just({ now }))).kind).toBe("prompted");

  const anyOne = "(select max(id) from payments where method = 'card')";
  await onDatabase(url, `update payments set status = 'succeeded' where id = ${anyOne}`);
  expect((await tryWithProof(newGiver(), 101 + most)).kind).toBe("page");
  expect(await tryWithProof(newGiver(), 102 + most)).toEqual(resting);
  expect((await tryWithProof(newGiver(), 400)).kind).toBe("page");
});

test("many at the same moment are not more than that", async () => {
  const before = restingCards.most - 2;
  for (let count = 0; count < before; count++) await tryWithProof(newGiver(), count);
  const proofs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const giver = newGiver();
      return { giver, proof: solved((await neededBy(giver, 60)).challenge) };
    }),
  );
  const kinds = await Promise.all(
    proofs.map(async ({ giver, proof }) => (await tryCard(giver, 61, proof)).kind),
  );
  expect(kinds.filter((kind) => kind === "page")).toHaveLength(2);
  expect(kinds.filter((kind) => kind === "cards-rest")).toHaveLength(2);
});

test("staff can stop cards alone, from one moment to the next", async () => {
  const stop = (stopped: boolean) =>
    db
      .insertInto("site_settings")
      .values({ key: "cards", value: JSON.stringify({ stopped }), is_public: true })
      .onConflict((clash) => clash.column("key").doUpdateSet({ value: JSON.stringify({ stopped }) }))
      .execute();
  await stop(true);
  const opened = provider.script.pages.length;
  expect(await tryCard(newGiver(), 1)).toEqual({ kind: "cards-stopped" });
  expect(provider.script.pages).toHaveLength(opened);
  const page = { ...cardWay(provider), billing: null };
  const now = new Date(day + 1_000);
  expect((await startDonation(db, giftWanted(provider, to, { way: page }), just({ now }))).kind).toBe("page");
  await stop(false);
  expect((await tryCard(newGiver(), 2)).kind).toBe("page");
});

test("pages that are paid are no attack", async () => {
  await attack();
  await onDatabase(url, "update payments set status = 'succeeded' where method = 'card'");
  expect((await tryCard(newGiver(), 60)).kind).toBe("page");
});

test("staff are told of an attack by one case", async () => {
  await onDatabase(url, "delete from cases");
  await attack();
  await neededBy(newGiver(), 60);
  await neededBy(newGiver(), 61);
  expect(await db.selectFrom("cases").select(["kind", "subject", "status"]).execute()).toEqual([
    { kind: "card-testing", subject: "cards", status: "open" },
  ]);
});
