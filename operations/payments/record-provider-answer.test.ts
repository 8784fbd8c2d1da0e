import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WhileAnswering } from "#database/answers.ts";
import type { Tables } from "#database/tables.ts";
import type { UnrecordedAnswer } from "#domain/payments/unrecorded-answers.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  begunDonation,
  donationWanted,
  just,
  memoryJournal,
  reportedDonation,
  reportOf,
  scriptedProvider,
  readDonationState,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { checkPayment } from "./check-status.ts";
import { replayUnrecordedAnswers } from "./record-provider-answer.ts";
import { receiveCallback } from "./receive-callback.ts";
import type { Press } from "#operations/donations/idempotency.ts";
import { startDonation, type WithDonation } from "#operations/donations/start.ts";

const { database, db, asOwner } = await testRecords();
const clock = () => new Date();

/** While this is active, PostgreSQL refuses provider answers with this code. */
async function refusing(code: string, work: () => Promise<void>): Promise<void> {
  await sql`
    create or replace function refuse_answers() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = '${sql.raw(code)}'; end $$
  `.execute(asOwner);
  await sql`create trigger refuse before insert on provider_messages for each row execute function refuse_answers()`.execute(
    asOwner,
  );
  try {
    await work();
  } finally {
    await sql`drop trigger refuse on provider_messages`.execute(asOwner);
  }
}

async function answers() {
  return db
    .selectFrom("provider_messages")
    .select(["kind", "verdict"])
    .where("kind", "=", "answer")
    .execute();
}

test.each(["57014", "40P01", "25P03", "53300"])(
  "%s after the provider accepted: the id is recorded later",
  async (code) => {
    const provider = scriptedProvider();
    const to = await campaign(db);
    const journal = memoryJournal();
    let externalId = "";
    await refusing(code, async () => {
      const started = await startDonation(db, donationWanted(provider, to), just({ journal }));
      expect(started.kind).toBe("prompted");
      if ("donation" in started) externalId = started.donation.externalId;
      expect(await replayUnrecordedAnswers(db, journal, await journal.list(), clock)).toHaveLength(1);
    });
    expect(journal.seen).toHaveLength(1);
    expect(await readDonationState(db, externalId)).toMatchObject({
      donation: "pending",
      payment: "initiated",
    });
    const before = (await answers()).length;

    // Two nodes share a disk, and one of them missed its commit.
    const waiting = await journal.list();
    await Promise.all([
      replayUnrecordedAnswers(db, journal, waiting, clock),
      replayUnrecordedAnswers(db, journal, waiting, clock),
    ]);
    expect(await replayUnrecordedAnswers(db, journal, waiting, clock)).toEqual([]);
    expect(await journal.list()).toEqual([]);
    expect(await readDonationState(db, externalId)).toMatchObject({
      donation: "pending",
      payment: "pending",
    });
    const [{ reference = "" } = {}] = provider.script.pushes;
    const { provider_reference } = await db
      .selectFrom("payments")
      .select("provider_reference")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    expect(provider_reference).toBe(`azampay-${reference}`);
    expect(await answers()).toHaveLength(before + 1);
  },
);

test("an internal error after acceptance does not invite a second payment", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const errors: unknown[] = [];
  const journal = {
    ...memoryJournal(),
    delayed: (_: UnrecordedAnswer, error: unknown) => void errors.push(error),
  };
  await refusing("XX000", async () => {
    expect((await startDonation(db, donationWanted(provider, to), just({ journal }))).kind).toBe("prompted");
  });
  expect(errors).toHaveLength(1);
  expect(await journal.list()).toHaveLength(1);
});

/** A callback that proves the payment, with the id that the scripted provider gives. */
const confirm = (reference: string, through: Kysely<Tables> = db) =>
  receiveCallback(
    through,
    {
      ...{ provider: "azampay", headers: {}, body: `paid ${reference}` },
      read: {
        kind: "report",
        report: reportOf(
          { reference, provider_reference: `azampay-${reference}`, amount: 10_000n },
          { proofs: ["signature"] },
        ),
      },
    },
    { trusted: ["signature"] },
  );

/** All that the answer and the callback store, however they meet. */
async function expectBothStored(externalId: string, press: Press, to: string): Promise<void> {
  expect(await readDonationState(db, externalId)).toMatchObject({
    ...{ donation: "completed", payment: "succeeded", journals: ["donation"] },
  });
  const kept = await db
    .selectFrom("provider_messages as m")
    .innerJoin("payments as p", "p.id", "m.payment_id")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["m.kind", "m.verdict", "p.provider_reference", "p.reference", "d.transaction_id"])
    .where("d.external_id", "=", externalId)
    .orderBy("m.kind")
    .execute();
  expect(kept.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ["answer", "accepted"],
    ["callback", "succeeded"],
  ]);
  for (const { provider_reference, reference, transaction_id } of kept)
    expect([provider_reference, transaction_id]).toEqual(Array(2).fill(`azampay-${reference}`));
  const repeated = await startDonation(db, donationWanted(scriptedProvider(), to), just({ press }));
  expect(repeated).toMatchObject({ kind: "answered", answer: { begun: externalId } });
}

const reply = ({ donation }: WithDonation) => ({ status: 200, answer: { begun: donation.externalId } });
const newPress = (): Press => ({ address: "mobile", key: randomUUID(), bodyHash: "hash" });

test("a callback that comes before the answer leaves both, and one donation", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const press = newPress();
  provider.script.push = async (reference) => {
    expect(await confirm(reference)).toMatchObject({ verdict: "succeeded" });
    return { kind: "accepted", providerReference: `azampay-${reference}`, raw: null };
  };
  const started = await startDonation(db, donationWanted(provider, to), just({ press, reply }));
  await expectBothStored(begunDonation(started).externalId, press, to);
});

test("a callback at the same moment as the answer leaves both, and one donation", async () => {
  const to = await campaign(db);
  const rounds = Array.from({ length: 40 }, async () => {
    const provider = scriptedProvider();
    const press = newPress();
    let received: Promise<unknown> = Promise.resolve();
    provider.script.push = (reference) => {
      received = confirm(reference);
      return { kind: "accepted", providerReference: `azampay-${reference}`, raw: null };
    };
    const started = await startDonation(db, donationWanted(provider, to), just({ press, reply }));
    expect(await received).toMatchObject({ verdict: "succeeded" });
    await expectBothStored(begunDonation(started).externalId, press, to);
  });
  await Promise.all(rounds);
});

test("an unproven callback before the answer keeps its check", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  provider.script.push = async (reference) => {
    const hint: UnrecordedAnswer = {
      ...{ kind: "callback", provider: "azampay", reference, providerReference: null, outcome: "paid" },
    };
    await replayUnrecordedAnswers(db, memoryJournal(), [hint], clock);
    return { kind: "accepted", providerReference: `azampay-${reference}`, raw: null };
  };
  const started = await startDonation(db, donationWanted(provider, to), just());
  const { payment, nextCheck } = await readDonationState(db, begunDonation(started).externalId);
  expect(payment).toBe("pending");
  expect(nextCheck?.getTime()).toBeLessThanOrEqual(Date.now());
});

test("an id that an open transaction takes stays there, and the repeat gets its response", async () => {
  const to = await campaign(db);
  const earlier = scriptedProvider();
  await startDonation(db, donationWanted(earlier, to), just());
  const [{ reference = "" } = {}] = earlier.script.pushes;
  const provider = scriptedProvider();
  provider.script.push = () => ({ kind: "accepted", providerReference: "taken-meanwhile", raw: null });
  const press = newPress();
  const journal = memoryJournal();
  const { starting } = await asOwner.transaction().execute(async (tx) => {
    const taken = { provider_reference: "taken-meanwhile" };
    await tx.updateTable("payments").set(taken).where("reference", "=", reference).execute();
    const starting = startDonation(db, donationWanted(provider, to), just({ press, reply, journal }));
    await expect.poll(waiting).toBe(1);
    return { starting };
  });
  const { externalId } = begunDonation(await starting);
  expect(await readDonationState(db, externalId)).toMatchObject({ payment: "pending" });
  expect(await journal.list()).toEqual([]);
  const repeat = await startDonation(db, donationWanted(scriptedProvider(), to), just({ press, reply }));
  expect(repeat.kind).toBe("answered");
});

/** Statements that wait for a transaction. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'
  `.execute(asOwner);
  return rows[0]?.count ?? 0;
}

test("a donation takes seven statements, and seven more for its callback", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const counted: string[] = [];
  const counting = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void counted.push(query.sql),
  });
  await startDonation(counting, donationWanted(provider, to), just({ press: newPress(), reply }));
  expect(counted).toHaveLength(7);
  const [{ reference = "" } = {}] = provider.script.pushes;
  counted.length = 0;
  expect(await confirm(reference, counting)).toMatchObject({ verdict: "succeeded" });
  expect(counted).toHaveLength(7);
});

test("a database in time needs no copy on the disk", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const memory = memoryJournal();
  const keep = vi.fn<typeof memory.keep>(memory.keep);
  // The time until a copy never passes.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const started = await startDonation(
    db,
    donationWanted(provider, to),
    just({ journal: { ...memory, keep } }),
  );
  const { externalId } = begunDonation(started);
  expect(await readDonationState(db, externalId)).toMatchObject({ payment: "pending" });
  expect(keep).not.toHaveBeenCalled();
});

test.each(["takes", "refuses"])(
  "a late database: the disk %s a copy of the answer until then",
  async (disk) => {
    const provider = scriptedProvider();
    const to = await campaign(db);
    const memory = memoryJournal();
    const kept = Promise.withResolvers<void>();
    const keep = async (answer: UnrecordedAnswer) => {
      kept.resolve();
      if (disk === "refuses") throw new Error("no space");
      await memory.keep(answer);
    };
    const { starting } = await asOwner.transaction().execute(async (tx) => {
      await sql`lock table provider_messages in exclusive mode`.execute(tx);
      const starting = startDonation(
        db,
        donationWanted(provider, to),
        just({ journal: { ...memory, keep } }),
      );
      await kept.promise;
      expect(await memory.list()).toHaveLength(disk === "takes" ? 1 : 0);
      return { starting };
    });
    const { externalId } = begunDonation(await starting);
    expect(await readDonationState(db, externalId)).toMatchObject({ payment: "pending" });
    expect(await memory.list()).toEqual([]);
  },
);

test("an answer that cannot be recorded does not delay the others", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const journal = { ...memoryJournal(), delayed: () => undefined };
  await refusing(
    "57014",
    async () => void (await startDonation(db, donationWanted(provider, to), just({ journal }))),
  );
  const stray: UnrecordedAnswer = {
    kind: "callback",
    provider: "azampay",
    reference: "nobody",
    providerReference: null,
  };
  const left = await replayUnrecordedAnswers(db, journal, [stray, ...(await journal.list())], clock);
  expect(left).toEqual([stray]);
});

test.each(["happened", "did not happen"] as const)(
  "a commit whose answer is lost %s sends no payment request",
  async (commit) => {
    const provider = scriptedProvider();
    const to = await campaign(db);
    const journal = memoryJournal();
    const press = { address: "/api/donations/mobile", key: `lost ${commit}`, bodyHash: "a" };
    const wanted = donationWanted(provider, to);
    const entrance = losesCommit(commit === "happened");
    await expect(startDonation(db, wanted, just({ journal, press, entrance }))).rejects.toThrow(/terminated/);
    expect(provider.sent()).toBe(0);

    expect(await replayUnrecordedAnswers(db, journal, await journal.list(), clock)).toEqual([]);
    expect(await journal.list()).toEqual([]);
    expect((await startDonation(db, wanted, just({ journal, press }))).kind).toBe("prompted");
    const { rows } = await sql<{ status: string; counted: boolean }>`
      select p.status, exists (select from payment_requests where payment_id = p.id) as counted
      from payments p join donations d on d.id = p.donation_id where d.campaign_id = ${to} order by p.id
    `.execute(db);
    const failed = commit === "happened" ? [{ status: "failed", counted: false }] : [];
    expect(rows).toEqual([...failed, { status: "pending", counted: true }]);
  },
);

const silent = () => Object.assign(new Error("the database says nothing"), { code: "ETIMEDOUT" });

test("a database that is silent before a commit begins nothing, also later", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const journal = memoryJournal();
  const press = { address: "/api/donations/mobile", key: "silent before", bodyHash: "a" };
  const wanted = donationWanted(provider, to);
  const later: Promise<unknown>[] = [];
  const whileAnswering: WhileAnswering = (work) => {
    later.push(work);
    return Promise.reject(silent());
  };
  await expect(startDonation(db, wanted, just({ journal, press, whileAnswering }))).rejects.toThrow(
    /nothing/,
  );
  await Promise.allSettled(later);
  expect(provider.sent()).toBe(0);
  expect(await journal.list()).toEqual([]);
  expect((await startDonation(db, wanted, just({ journal, press }))).kind).toBe("prompted");
  const tries = await db.selectFrom("donations").select("status").where("campaign_id", "=", to).execute();
  expect(tries).toEqual([{ status: "pending" }]);
});

test("a commit that a silent database holds until later sends no payment request", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const journal = memoryJournal();
  const press = { address: "/api/donations/mobile", key: "silent commit", bodyHash: "a" };
  const wanted = donationWanted(provider, to);
  const [committing, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const entrance = changingCommit((commit) => async () => {
    committing.resolve();
    await goesOn.promise;
    await commit();
  });
  const whileAnswering: WhileAnswering = async () => {
    await committing.promise;
    throw silent();
  };
  const starting = startDonation(db, wanted, just({ journal, press, entrance, whileAnswering }));
  await expect(starting).rejects.toThrow(/nothing/);
  expect(await replayUnrecordedAnswers(db, journal, await journal.list(), clock)).toEqual([]);
  expect(await journal.list(), "nothing is stored yet").toEqual([]);
  goesOn.resolve();
  await expect.poll(async () => (await journal.list()).length).toBe(1);
  expect(await replayUnrecordedAnswers(db, journal, await journal.list(), clock)).toEqual([]);
  expect(provider.sent()).toBe(0);
  const payments = await sql<{ status: string }>`
    select p.status from payments p join donations d on d.id = p.donation_id where d.campaign_id = ${to}
  `.execute(db);
  expect(payments.rows).toEqual([{ status: "failed" }]);
});

/** The connection ends just after, or just before, a transaction is committed. */
function losesCommit(afterwards: boolean): Kysely<Tables> {
  return changingCommit((commit, rollback) => async () => {
    await (afterwards ? commit : rollback)();
    throw new Error("Connection terminated unexpectedly");
  });
}

type End = () => Promise<void>;

function changingCommit(change: (commit: End, rollback: End) => End): Kysely<Tables> {
  class Changing extends PostgresDialect {
    override createDriver() {
      const driver = super.createDriver();
      const { commitTransaction, rollbackTransaction } = driver;
      driver.commitTransaction = (connection) =>
        change(
          () => commitTransaction.call(driver, connection),
          () => rollbackTransaction.call(driver, connection),
        )();
      return driver;
    }
  }
  return new Kysely<Tables>({ dialect: new Changing({ pool: database.pool }) });
}

test("a refused callback contains the provider's id for the check", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  provider.script.push = () => ({ kind: "unknown", why: "no answer in time", raw: null });
  const started = await startDonation(db, donationWanted(provider, to), just());
  if (!("donation" in started)) throw new Error(started.kind);
  const [{ reference = "" } = {}] = provider.script.pushes;
  const journal = memoryJournal();
  const hint: UnrecordedAnswer = {
    kind: "callback",
    provider: "azampay",
    reference,
    providerReference: "az-77",
  };
  expect(await replayUnrecordedAnswers(db, journal, [hint], clock)).toEqual([]);
  const { provider_reference, next_check_at } = await db
    .selectFrom("payments")
    .select(["provider_reference", "next_check_at"])
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  expect(provider_reference).toBe("az-77");
  expect(next_check_at?.getTime()).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["failed", "declined", "paid"],
  ["succeeded", "paid", "reversed"],
  ["succeeded", "paid", undefined],
] as const)(
  "after a refused callback a %s payment is checked until an answer",
  async (status, word, outcome) => {
    const provider = scriptedProvider();
    const donation = await reportedDonation(db, provider, await campaign(db), { outcome: word });
    const { reference, externalId } = donation;
    const hint: UnrecordedAnswer = {
      ...{ kind: "callback", provider: "azampay", reference, providerReference: null },
      ...(outcome && { outcome }),
    };
    expect(await replayUnrecordedAnswers(db, memoryJournal(), [hint], clock)).toEqual([]);
    const providers = { azampay: provider, selcom: null };
    const after = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    await checkPayment(db, providers, reference, after(1));
    expect((await readDonationState(db, externalId)).nextCheck).not.toBeNull();
    await checkPayment(db, providers, reference, after(24 * 60 + 1));
    expect(await readDonationState(db, externalId)).toMatchObject({
      ...{ payment: status, nextCheck: null, cases: ["no-answer"] },
    });
  },
);

test("a refused callback that repeats a recorded payment schedules no check", async () => {
  const provider = scriptedProvider();
  const { reference, externalId } = await reportedDonation(db, provider, await campaign(db));
  const saved = { kind: "callback", provider: "azampay", reference, providerReference: null } as const;
  await replayUnrecordedAnswers(db, memoryJournal(), [{ ...saved, outcome: "paid" }], clock);
  expect(await readDonationState(db, externalId)).toMatchObject({ nextCheck: null });
});

test.each(["initiated", "unknown"] as const)(
  "a payment %s without status check is a case after an hour",
  async (status) => {
    const provider = scriptedProvider();
    const to = await campaign(db);
    provider.script.about = () => ({ kind: "unaskable", why: "no id", raw: null });
    if (status === "unknown") provider.script.push = () => ({ kind: "unknown", why: "timeout", raw: null });
    else provider.script.push = () => new Promise<never>(() => undefined);
    const requested = Promise.withResolvers<void>();
    const { startPush } = provider;
    const watched = {
      ...provider,
      startPush: (push: Parameters<typeof startPush>[0]) => {
        requested.resolve();
        return startPush(push);
      },
    };
    const starting = startDonation(db, donationWanted(watched, to), just());
    await requested.promise;
    if (status === "unknown") await starting;
    const { reference, external_id } = await db
      .selectFrom("payments as p")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .select(["p.reference", "d.external_id"])
      .where("d.campaign_id", "=", to)
      .executeTakeFirstOrThrow();
    const providers = { azampay: watched, selcom: null };
    const after = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    await checkPayment(db, providers, reference, after(50));
    expect(await readDonationState(db, external_id)).toMatchObject({ payment: status, cases: [] });
    await checkPayment(db, providers, reference, after(61));
    expect(await readDonationState(db, external_id)).toMatchObject({
      payment: "review",
      cases: ["no-answer"],
    });
  },
);
