import { sql, type Kysely, type Selectable } from "kysely";
import type { Tables } from "#database/tables.ts";
import {
  messageKinds,
  readableBy,
  claimMinutes,
  minutesUntilNextAttempt,
  mostEmailsAnHour,
  withoutHourlyLimit,
  type Delivery,
  type Mailer,
} from "#domain/mail/messages.ts";
import type { Seal } from "#domain/system/seal.ts";
import { isJobOn } from "#database/system/is-job-on.ts";
import { openCaseAbout, type GeneralProblem } from "#operations/cases/open-about-payment.ts";
import { readEmail } from "./read-sealed.ts";
import { restartLink } from "./restart-link.ts";

type Db = Kysely<Tables>;
type Claimed = Selectable<Tables["outbox"]>;

/** The subject of an email may be gone when it is due. */
type Outcome = Delivery | { kind: "withdrawn" };

export type Sent = Record<Outcome["kind"] | "kept", number>;

/**
 * Sends due emails; several nodes can do so at the same time. An email is claimed, sent without an open transaction,
 * and recorded. After a crash in between it is sent again with the same Message-ID. An update is not sent again: a
 * follower may miss one, but never gets it twice.
 */
export async function sendMail(
  db: Db,
  mailer: Mailer | null,
  seal: Seal,
  { atOnce = 1, stop }: { atOnce?: number; stop?: AbortSignal } = {},
): Promise<Sent> {
  const sent: Sent = { sent: 0, refused: 0, later: 0, unreachable: 0, withdrawn: 0, kept: 0 };
  if (!(await isJobOn(db, "send-mail"))) return sent;
  if (mailer === null) return { ...sent, kept: await keepWaiting(db) };

  const surprises: unknown[] = [];
  const sendUntilNoneWaits = async () => {
    while (sent.unreachable === 0 && !stop?.aborted && (await isJobOn(db, "send-mail"))) {
      const claim = await claimNext(db);
      if (claim === "none") return;
      if (claim === "postponed") continue;
      const outcome = await deliver(db, mailer, seal, claim).catch((error: unknown): Outcome => {
        // An email that cannot be rendered must not delay the others.
        surprises.push(error);
        return { kind: "later", reason: String(error).slice(0, 500), mayHaveArrived: false };
      });
      await record(db, claim, outcome);
      sent[outcome.kind] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendUntilNoneWaits));
  if (surprises.length > 0)
    throw new AggregateError(surprises, `${surprises.length} letters could not be written`);
  return sent;
}

async function keepWaiting(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("outbox")
    .set({ kept_at: sql<Date>`now()` })
    .where("status", "=", "waiting")
    .where("send_after", "<=", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function claimNext(db: Db): Promise<Claimed | "none" | "postponed"> {
  return db.transaction().execute(async (tx) => {
    // Thousands of updates must not delay a receipt or a sign-in link.
    const next = (await findDue(tx, { isUpdate: false })) ?? (await findDue(tx, { isUpdate: true }));
    if (next === undefined) return "none";
    if (next.update_id !== null && next.was_claimed) {
      await giveUp(tx, next, "the process that sent it was killed, so it may have arrived");
      return "postponed";
    }
    const free = await whenFree(tx, next);
    if (free !== null) {
      const limitText = `This address has had ${mostEmailsAnHour} emails in the last hour`;
      await tx
        .updateTable("outbox")
        .set({ send_after: free, last_error: limitText })
        .where("id", "=", next.id)
        .execute();
      return "postponed";
    }
    const claimed = await tx
      .updateTable("outbox")
      .set((row) => ({
        attempts: row("attempts", "+", 1),
        last_error: null,
        tried_at: sql<Date>`now()`,
        send_after: sql<Date>`now() + make_interval(mins => ${claimMinutes})`,
      }))
      .where("id", "=", next.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await restartLink(tx, claimed.details);
    return claimed;
  });
}

function findDue(tx: Db, { isUpdate }: { isUpdate: boolean }) {
  return tx
    .selectFrom("outbox")
    .select([
      ...(["id", "recipient", "template", "attempts", "update_id"] as const),
      // A result clears this, or gives a reason. Without one, the process ended in between.
      sql<boolean>`attempts > 0 and last_error is null`.as("was_claimed"),
    ])
    .where("status", "=", "waiting")
    .where("update_id", isUpdate ? "is not" : "is", null)
    .where("send_after", "<=", sql<Date>`now()`)
    .orderBy("send_after")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** The earliest time for another email to this address. Null means now. */
async function whenFree(
  tx: Db,
  { id, recipient, template, update_id }: Pick<Claimed, "id" | "recipient" | "template" | "update_id">,
): Promise<Date | null> {
  if (withoutHourlyLimit.some((kind) => kind === template)) return null;
  // Two nodes with two emails to one address must count each other's.
  await sql`select pg_advisory_xact_lock(hashtextextended('outbox ' || lower(${recipient}), 0))`.execute(tx);
  const recent = await tx
    .selectFrom("outbox")
    .select(sql<Date>`tried_at + interval '1 hour'`.as("free_at"))
    .where(sql`lower(recipient)`, "=", sql`lower(${recipient})`)
    .where("tried_at", ">", sql<Date>`now() - interval '1 hour'`)
    .where("template", "not in", withoutHourlyLimit)
    // Updates wait for a receipt or a link, and never the other way round.
    .$if(update_id === null, (others) => others.where("update_id", "is", null))
    .where("id", "<>", id)
    .orderBy("tried_at", "desc")
    .limit(mostEmailsAnHour)
    .execute();
  return recent[mostEmailsAnHour - 1]?.free_at ?? null;
}

async function deliver(db: Db, mailer: Mailer, seal: Seal, claim: Claimed): Promise<Outcome> {
  const email = await readEmail(db, seal, claim);
  return email === null ? { kind: "withdrawn" } : mailer.send(email);
}

async function record(db: Db, claim: Claimed, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case "sent":
      return recordSent(db, claim);
    case "withdrawn":
      return giveUp(db, claim, "nothing left to say");
    case "refused":
      return giveUp(db, claim, outcome.reason, { kind: "undelivered", subject: `outbox:${claim.id}` });
    case "later":
    case "unreachable":
      return postpone(db, claim, outcome);
  }
}

/** Staff can read an email without a secret link again, so its details are kept until its personal data is deleted. */
const readableKinds = messageKinds.filter((kind) => readableBy[kind] !== null);

const withoutLinks = sql<string>`case when template = any(${readableKinds}) then details else '{}' end`;

async function recordSent(db: Db, { id }: Claimed): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ sent_at: sql<Date>`now()`, last_error: null, details: withoutLinks })
    .where("id", "=", id)
    .execute();
}

async function postpone(
  db: Db,
  claim: Claimed,
  { kind, reason, mayHaveArrived }: Extract<Outcome, { kind: "later" | "unreachable" }>,
): Promise<void> {
  // A follower may miss an update, but never gets it twice.
  if (claim.update_id !== null && mayHaveArrived) return giveUp(db, claim, reason);
  const wait = minutesUntilNextAttempt(claim.attempts);
  if (wait === null)
    return giveUp(
      db,
      claim,
      reason,
      // A mail server that is away for a day is one problem, however many emails wait.
      kind === "unreachable"
        ? { kind: "mail-server", subject: "mail" }
        : { kind: "undelivered", subject: `outbox:${claim.id}` },
    );
  await db
    .updateTable("outbox")
    .set({ send_after: sql<Date>`now() + make_interval(mins => ${wait})`, last_error: reason })
    .where("id", "=", claim.id)
    .where("attempts", "=", claim.attempts)
    .execute();
}

async function giveUp(
  db: Db,
  claim: Pick<Claimed, "id" | "attempts" | "template">,
  reason: string,
  trouble?: GeneralProblem,
): Promise<void> {
  const work = async (tx: Db) => {
    const claimed = await tx
      .updateTable("outbox")
      .set({ given_up_at: sql<Date>`now()`, last_error: reason, details: withoutLinks })
      .where("id", "=", claim.id)
      .where("attempts", "=", claim.attempts)
      .where("status", "=", "waiting")
      .returning(["id", "recipient"])
      .executeTakeFirst();
    // Leave out the address and the reason, which often repeats it: a case is kept longer than the donor's data.
    if (claimed === undefined || trouble === undefined) return;
    if (trouble.kind === "undelivered" && (await hasOpenCase(tx, claimed))) return;
    await openCaseAbout(tx, trouble, { email: String(claim.id), template: claim.template });
  };
  await (db.isTransaction ? work(db) : db.transaction().execute(work));
}

/** One wrong address is one problem, however many emails went to it. */
async function hasOpenCase(tx: Db, { id, recipient }: Pick<Claimed, "id" | "recipient">): Promise<boolean> {
  // Two nodes with two emails to one address must find each other's case.
  await sql`select pg_advisory_xact_lock(hashtextextended('undelivered ' || lower(${recipient}), 0))`.execute(
    tx,
  );
  const found = await tx
    .selectFrom("cases as k")
    .innerJoin("outbox as o", (join) => join.on(sql<boolean>`k.subject = 'outbox:' || o.id`))
    .select("k.id")
    .where("k.kind", "=", "undelivered")
    .where("k.status", "=", "open")
    .where(sql<boolean>`lower(o.recipient) = lower(${recipient})`)
    .where("o.id", "<>", id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
