import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { restingCards, unpaidCards, cardWaitLimits } from "#domain/payments/limits.ts";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import {
  cardWay,
  challengeKey,
  donationWanted,
  just,
  newPhone,
  scriptedProvider,
} from "#tests/support/donations/begin.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { campaign } from "#tests/support/database/records.ts";
import { challengeFor, countedForCard } from "./card-testing-guard.ts";
import { newChallenge } from "./require-proof-of-work.ts";
import { startDonation } from "./start.ts";

const { url, db } = await testRecords();
const to = await campaign(db);
const provider = scriptedProvider("selcom");
let day = Date.parse("2026-01-01T09:00:00Z");
beforeEach(() => {
  // Each test has its own day, so that counters of earlier tests do not apply.
  day += 3 * 86_400_000;
});

let donors = 0;
const newDonor = () => ({ client: `192.0.2.${(donors += 1)}`, email: `giver-${donors}@example.org` });

async function tryCard(
  donor: { client: string; email: string },
  seconds: number,
  proof: string | null = null,
) {
  const now = new Date(day + seconds * 1_000);
  const counted = countedForCard(donor.client, donor.email);
  return startDonation(
    db,
    donationWanted(provider, to, { way: cardWay(provider) }),
    just({ now, counted, proof }),
  );
}

async function neededBy(
  donor: { client: string; email: string },
  seconds: number,
  proof: string | null = null,
) {
  const started = await tryCard(donor, seconds, proof);
  if (started.kind !== "proof-needed") throw new Error(`not needed: ${started.kind}`);
  return started;
}

async function attack() {
  for (let count = 0; count < unpaidCards.most; count++)
    expect((await tryCard(newDonor(), count)).kind).toBe("page");
}

test("the first card donation passes, and the second needs proof of work", async () => {
  const donor = newDonor();
  expect((await tryCard(donor, 0)).kind).toBe("page");
  const { challenge, wait } = await neededBy(donor, 10);
  expect(wait).toBe(30);
  expect((await tryCard(donor, 11, solved(challenge))).kind).toBe("page");
});

test("a donation with the same IP address or email counts as second", async () => {
  const donor = newDonor();
  await tryCard(donor, 0);
  await neededBy({ ...newDonor(), client: donor.client }, 10);
  await neededBy({ ...newDonor(), email: donor.email.toUpperCase() }, 10);
  expect((await tryCard(newDonor(), 10)).kind).toBe("page");
});

test("opening the form a second time sets the challenge immediately", async () => {
  const donor = newDonor();
  const opened = (seconds: number) =>
    challengeFor(db, challengeKey, countedForCard(donor.client, null), new Date(day + seconds * 1_000));
  expect(await opened(0)).toBe(null);
  await tryCard(donor, 1);
  const challenge = await opened(20);
  expect((await tryCard(donor, 90, solved(challenge ?? ""))).kind).toBe("page");
});

test("the sixth and later cards of one address pass with a harder proof", async () => {
  const { client } = newDonor();
  const neighbour = () => ({ ...newDonor(), client });
  expect((await tryCard(neighbour(), 0)).kind).toBe("page");
  for (let count = 1; count < 5; count++) expect((await tryWithProof(neighbour(), count)).kind).toBe("page");
  const sixth = neighbour();
  const easy = solved(newChallenge(challengeKey, new Date(day)));
  expect((await tryCard(sixth, 6, easy)).kind).toBe("proof-needed");
  const opened = await challengeFor(db, challengeKey, countedForCard(client, null), new Date(day + 6_000));
  expect((await tryCard(sixth, 6, solved(opened ?? ""))).kind).toBe("page");
  for (let count = 6; count < 15; count++) expect((await tryWithProof(neighbour(), count)).kind).toBe("page");
  expect(await tryWithProof(neighbour(), 16)).toMatchObject({ kind: "limited", by: "address" });
  expect((await tryWithProof(neighbour(), 400)).kind).toBe("page");
});

test("a limit names the email if that is the cause", async () => {
  const { email } = newDonor();
  for (let count = 0; count < 3; count++) await tryWithProof({ ...newDonor(), email }, count);
  expect(await tryWithProof({ ...newDonor(), email }, 9)).toMatchObject({ kind: "limited", by: "email" });
});

test("a proof works once, even for two requests at the same time", async () => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const proof = solved((await neededBy(donor, 1)).challenge);
  const kinds = await Promise.all(
    [newDonor(), newDonor()].map(async (other) => {
      await tryCard(other, 2);
      return (await tryCard(other, 3, proof)).kind;
    }),
  );
  expect(kinds.toSorted()).toEqual(["page", "proof-needed"]);
  await neededBy(donor, 4, proof);
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
])("a challenge that is %s is refused and replaced", async (_, forge) => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const { challenge } = await neededBy(donor, 1);
  const forged = await neededBy(donor, 100, solved(forge(challenge)));
  expect(forged.challenge).not.toBe(challenge);
});

test.each([
  ["16 signs, as once", "abcdefghijklmnop", "page"],
  ["22 signs, as now", "abcdefghijklmnopqrstuv", "page"],
  ["18 signs", "abcdefghijklmnopqr", "proof-needed"],
])("a signed challenge whose name has %s is accepted or not", async (_, name, kind) => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const set = `${Math.floor(day / 1_000)}.${name}`;
  const signature = createHmac("sha256", challengeKey).update(set).digest("base64url").slice(0, 22);
  expect((await tryCard(donor, 10, solved(`${set}.${signature}`))).kind).toBe(kind);
});

test.each([
  [50, "page"],
  [70, "proof-needed"],
] as const)("a challenge %i seconds in the future gives %s", async (ahead, kind) => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const challenge = newChallenge(challengeKey, new Date(day + ahead * 1_000));
  expect((await tryCard(donor, 0, solved(challenge))).kind).toBe(kind);
});

test("a challenge is valid for an hour", async () => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const proof = solved((await neededBy(donor, 1)).challenge);
  await neededBy(donor, 3_700, proof);
});

test("without script the same challenge passes after half a minute", async () => {
  const donor = newDonor();
  await tryCard(donor, 0);
  const { challenge } = await neededBy(donor, 10);
  expect(await neededBy(donor, 20, challenge)).toMatchObject({ challenge, wait: 20 });
  expect(await neededBy(donor, 30, `${challenge}~1.2.3`)).toMatchObject({ challenge, wait: 10 });
  expect((await tryCard(donor, 40, challenge)).kind).toBe("page");
});

test("waiting passes a limited number in five minutes, proof of work all", async () => {
  const [most, kinds] = [cardWaitLimits[0]?.most ?? 0, [] as string[]];
  await attack();
  for (let count = 0; count < most + 5; count++) {
    const donor = newDonor();
    const { challenge } = await neededBy(donor, 400);
    kinds.push((await tryCard(donor, 440 + count, challenge)).kind);
  }
  expect(kinds.filter((kind) => kind === "page")).toHaveLength(most);
  const donor = newDonor();
  expect((await tryCard(donor, 490, solved((await neededBy(donor, 489)).challenge))).kind).toBe("page");
});

test("many unpaid card pages require proof from all cards, for 15 minutes", async () => {
  await attack();
  await neededBy(newDonor(), 60);
  const way = { kind: "push" as const, provider, phone: newPhone(), network: "Tigo" as const };
  const now = new Date(day + 60_000);
  expect((await startDonation(db, donationWanted(provider, to, { way }), just({ now }))).kind).toBe(
    "prompted",
  );
  const page = { ...cardWay(provider), billing: null };
  expect((await startDonation(db, donationWanted(provider, to, { way: page }), just({ now }))).kind).toBe(
    "page",
  );
  expect((await tryCard(newDonor(), 15 * 60 + 30)).kind).toBe("page");
});

/** Solves the challenge first, as a browser with script does. */
async function tryWithProof(donor: { client: string; email: string }, seconds: number) {
  const started = await tryCard(donor, seconds);
  if (started.kind !== "proof-needed") return started;
  return tryCard(donor, seconds, solved(started.challenge));
}

test("cards pause while too many pages are unpaid, even with proof", async () => {
  const most = restingCards.most;
  for (let count = 0; count < most; count++)
    expect((await tryWithProof(newDonor(), 100 + count)).kind).toBe("page");
  const resting = { kind: "cards-rest", retryAfter: 300 };
  expect(await tryWithProof(newDonor(), 100 + most)).toEqual(resting);
  expect(await tryCard(newDonor(), 100 + most, "made up")).toEqual(resting);

  const way = { kind: "push" as const, provider, phone: newPhone(), network: "Tigo" as const };
  const now = new Date(day + (100 + most) * 1_000);
  expect((await startDonation(db, donationWanted(provider, to, { way }), just({ now }))).kind).toBe(
    "prompted",
  );

  const anyOne = "(select max(id) from payments where method = 'card')";
  await markAsPaid(`id = ${anyOne}`);
  expect((await tryWithProof(newDonor(), 101 + most)).kind).toBe("page");
  expect(await tryWithProof(newDonor(), 102 + most)).toEqual(resting);
  expect((await tryWithProof(newDonor(), 400)).kind).toBe("page");
});

test("parallel requests cannot exceed the limit", async () => {
  const before = restingCards.most - 2;
  for (let count = 0; count < before; count++) await tryWithProof(newDonor(), count);
  const proofs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const donor = newDonor();
      return { donor, proof: solved((await neededBy(donor, 60)).challenge) };
    }),
  );
  const kinds = await Promise.all(
    proofs.map(async ({ donor, proof }) => (await tryCard(donor, 61, proof)).kind),
  );
  expect(kinds.filter((kind) => kind === "page")).toHaveLength(2);
  expect(kinds.filter((kind) => kind === "cards-rest")).toHaveLength(2);
});

test("staff can stop cards alone, with immediate effect", async () => {
  const stop = (stopped: boolean) =>
    db
      .insertInto("site_settings")
      .values({ key: "cards", value: JSON.stringify({ stopped }), is_public: true })
      .onConflict((clash) => clash.column("key").doUpdateSet({ value: JSON.stringify({ stopped }) }))
      .execute();
  await stop(true);
  const opened = provider.script.pages.length;
  expect(await tryCard(newDonor(), 1)).toEqual({ kind: "cards-stopped" });
  expect(provider.script.pages).toHaveLength(opened);
  const page = { ...cardWay(provider), billing: null };
  const now = new Date(day + 1_000);
  expect((await startDonation(db, donationWanted(provider, to, { way: page }), just({ now }))).kind).toBe(
    "page",
  );
  await stop(false);
  expect((await tryCard(newDonor(), 2)).kind).toBe("page");
});

/** Sets payments to paid without their journals, as only the owner can. */
const markAsPaid = (which: string) =>
  onDatabase(
    url,
    `begin; alter table payments disable trigger becomes_booked;
     update payments set status = 'succeeded' where ${which};
     alter table payments enable trigger becomes_booked; commit`,
  );

test("paid pages do not count as an attack", async () => {
  await attack();
  await markAsPaid("method = 'card'");
  expect((await tryCard(newDonor(), 60)).kind).toBe("page");
});

test("an attack opens one case for staff", async () => {
  await onDatabase(url, "delete from cases");
  await attack();
  await neededBy(newDonor(), 60);
  await neededBy(newDonor(), 61);
  expect(await db.selectFrom("cases").select(["kind", "subject", "status"]).execute()).toEqual([
    { kind: "card-testing", subject: "cards", status: "open" },
  ]);
});
