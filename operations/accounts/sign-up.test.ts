import { expect, test, vi } from "vitest";
import type { Breaches } from "#domain/accounts/breaches.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { newChallenge } from "#operations/donations/require-proof-of-work.ts";
import { signUp } from "./sign-up.ts";

const { db } = await testRecords();

const full = process.env["FULL_MATRIX"] !== undefined;
const attempts = full ? 5_000 : 40;
const places = full ? 500 : 4;

const challengeKey = "a key of this test";
const now = new Date("2026-11-24T09:00:00Z");

/** None, an unsolved challenge, an invented one, and one with a wrong solution. */
const proofs = [
  () => null,
  () => newChallenge(challengeKey, now),
  () => "invented",
  () => `${newChallenge(challengeKey, now)}~1.2.3`,
];

test(
  `${attempts} sign-ups from ${places} addresses without proof open no account`,
  { timeout: 1_800_000 },
  async () => {
    const find = vi.fn<Breaches["find"]>(() => Promise.resolve("not-found"));
    const kinds = new Set<string>();
    for (let at = 0; at < attempts; at += 4) {
      const outcomes = await Promise.all(
        proofs.map((proof, of) =>
          signUp(
            { db, breaches: { find } },
            seal,
            {
              ...{ name: "Neema", email: `n${at + of}@example.org`, password: "karafuu na mdalasini" },
              language: "en",
            },
            { place: `198.51.100.${(at + of) % places}`, proof: proof(), challengeKey, now },
          ),
        ),
      );
      for (const { kind } of outcomes) kinds.add(kind);
    }
    expect([...kinds]).toEqual(["proof-needed"]);
    expect(find).not.toHaveBeenCalled();
    expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
  },
);
