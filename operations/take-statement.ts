import { createHash } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { Day } from "#domain/calendar.ts";
import type { ProviderName } from "#domain/provider.ts";
import type { ListedPayment } from "#domain/statement.ts";
import { openCaseAbout } from "./open-case-about.ts";
import { openCasesOfUnlisted } from "./open-cases-of-differences.ts";
import { openCase } from "./open-case.ts";

type Tx = Transaction<Tables>;

export type Statement = {
  provider: ProviderName;
  source: "file" | "list";
  name: string;
  /** Of a file: the same bytes are taken once. */
  content: string | Buffer;
  lines: ListedPayment[];
  /** Whatever was paid in these days should stand on it. */
  covers: { from: Day; to: Day } | null;
  /** Null is the software. */
  by: string | null;
};

export type Taken =
  | { kind: "taken"; lines: number; matched: number; open: number; unlisted: number; toAsk: string[] }
  | { kind: "taken-before"; at: Date };

/**
 * Keeps what a provider says it collected and lays it beside our payments. Nothing is booked from it: what it lists as
 * paid and we do not is asked about, and money that is none of ours becomes a case.
 */
export async function takeStatement(
  db: Kysely<Tables>,
  { lines, ...statement }: Statement,
  now: Date,
): Promise<Taken> {
  const hash = createHash("sha256").update(statement.content).digest("base64url");
  return db.transaction().execute(async (tx): Promise<Taken> => {
    // Two statements at once could each hold lines of the other, in another order.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${statement.provider}`}, 0))`.execute(
      tx,
    );
    const before = await takenBefore(tx, statement, hash);
    if (before !== null) return { kind: "taken-before", at: before };
    const { id } = await tx
      .insertInto("statements")
      .values({
        provider: statement.provider,
        source: statement.source,
        name: statement.name,
        hash,
        from_day: statement.covers?.from ?? null,
        to_day: statement.covers?.to ?? null,
        line_count: lines.length,
        taken_by: statement.by,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (let at = 0; at < lines.length; at += atOnce)
      await keepLines(tx, statement.provider, id, lines.slice(at, at + atOnce));
    await matchLines(tx, statement.provider);
    const standings = await readStandings(tx, statement.provider, lines);
    const toAsk = await askAgain(tx, standings, now);
    await openCases(tx, standings);
    const count = (state: string) => standings.filter((line) => line.state === state).length;
    const { provider, covers } = statement;
    const unlisted = covers === null ? 0 : await openCasesOfUnlisted(tx, { provider, ...covers }, now);
    return {
      kind: "taken",
      lines: lines.length,
      matched: count("matched"),
      open: count("open"),
      unlisted,
      toAsk,
    };
  });
}

const atOnce = 1_000;

async function takenBefore(
  tx: Tx,
  { provider, source }: Pick<Statement, "provider" | "source">,
  hash: string,
): Promise<Date | null> {
  if (source === "list") return null;
  const known = await tx
    .selectFrom("statements")
    .select("taken_at")
    .where("provider", "=", provider)
    .where("source", "=", source)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return known?.taken_at ?? null;
}

/** The provider's name of a payment; AzamPay lists ours beside its own, Selcom knows ours only. */
export const keyOf = ({ reference, providerReference }: ListedPayment) =>
  providerReference ?? reference ?? "";

async function keepLines(
  tx: Tx,
  provider: ProviderName,
  statementId: bigint,
  lines: ListedPayment[],
): Promise<void> {
  const values = lines.map((line) => ({
    statement_id: statementId,
    line: line.line,
    provider,
    key: keyOf(line),
    reference: line.reference,
    provider_reference: line.providerReference,
    outcome: line.outcome,
    amount: line.amount,
    day: line.day,
    ...{ payment_id: null, ignored_at: null, ignored_by: null, ignored_reason: null },
  }));
  if (values.length === 0) return;
  await tx
    .insertInto("statement_lines")
    .values(values)
    .onConflict((clash) =>
      clash.columns(["provider", "key"]).doUpdateSet((is) => ({
        outcome: is.ref("excluded.outcome"),
        amount: is.ref("excluded.amount"),
        day: sql`coalesce(excluded.day, statement_lines.day)`,
        reference: sql`coalesce(excluded.reference, statement_lines.reference)`,
        ignored_at: unlessNews("ignored_at"),
        ignored_by: unlessNews("ignored_by"),
        ignored_reason: unlessNews("ignored_reason"),
      })),
    )
    .execute();
}

/** A line was left alone as what it said then. */
const unlessNews = <Column extends "ignored_at" | "ignored_by" | "ignored_reason">(column: Column) =>
  sql<never>`case
    when (excluded.outcome, excluded.amount) is not distinct from (statement_lines.outcome, statement_lines.amount)
    then statement_lines.${sql.ref(column)}
  end`;

async function matchLines(tx: Tx, provider: ProviderName): Promise<void> {
  await sql`
    update statement_lines l set payment_id = p.id
    from payments p
    where l.payment_id is null and l.provider = ${provider} and p.provider = l.provider and p.reference = l.reference
  `.execute(tx);
  await sql`
    update statement_lines l set payment_id = p.id
    from payments p
    where l.payment_id is null and l.provider = ${provider} and l.reference is null
      and p.provider = l.provider and p.provider_reference = l.provider_reference
  `.execute(tx);
}

type Standing = {
  id: bigint;
  provider: ProviderName;
  key: string;
  state: string;
  outcome: string;
  amount: bigint | null;
  payment_id: bigint | null;
  payment_status: string | null;
  asked: bigint | null;
  paymentReference: string | null;
  provider_reference: string | null;
  payment_provider_reference: string | null;
};

async function readStandings(tx: Tx, provider: ProviderName, lines: ListedPayment[]): Promise<Standing[]> {
  return tx
    .selectFrom("statement_standings as s")
    .leftJoin("payments as p", "p.id", "s.payment_id")
    .select([
      ...(["s.id", "s.provider", "s.key", "s.state", "s.outcome", "s.amount", "s.payment_id"] as const),
      ...(["s.payment_status", "s.asked", "p.reference as paymentReference"] as const),
      ...(["s.provider_reference", "p.provider_reference as payment_provider_reference"] as const),
    ])
    .where("s.provider", "=", provider)
    .where("s.key", "=", (is) => is.fn.any(sql.val(lines.map(keyOf))))
    .execute();
}

const isPaid = ({ payment_status: status }: Standing) => status === "succeeded" || status === "reversed";

async function askAgain(tx: Tx, standings: Standing[], now: Date): Promise<string[]> {
  const missing = standings.filter(
    (line) => line.state === "open" && line.payment_id !== null && !isPaid(line),
  );
  if (missing.length > 0)
    await tx
      .updateTable("payments")
      .set({ next_check_at: now })
      .where("id", "=", (is) => is.fn.any(sql.val(missing.map((line) => line.payment_id))))
      .execute();
  return missing.flatMap(({ paymentReference }) => (paymentReference === null ? [] : [paymentReference]));
}

/** Of what is open and asked about, a case tells only when asking has not settled it. */
async function openCases(tx: Tx, standings: Standing[]): Promise<void> {
  for (const line of standings.filter(({ state }) => state === "open")) {
    const { provider, key, payment_id: paymentId, amount } = line;
    if (paymentId === null) {
      const details = { reference: key, ...(amount === null ? {} : { amount: String(amount) }) };
      await openCaseAbout(tx, { kind: "unknown-order", subject: `${provider}:${key}` }, details);
    } else if (isPaid(line)) {
      const details = { source: "statement", outcome: line.outcome, wrong: whatDiffers(line) };
      const opened = await openCase(tx, "mismatch", { paymentId, details });
      if (opened === null) await tellNewest(tx, paymentId, details);
    }
  }
}

/** What a provider itself reported is left as it is: the statement is beside it. */
async function tellNewest(tx: Tx, paymentId: bigint, details: object): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ details: JSON.stringify(details) })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where("status", "=", "open")
    .where(sql`details ->> 'source'`, "=", "statement")
    .execute();
}

function whatDiffers({
  amount,
  asked,
  provider_reference: said,
  payment_provider_reference: known,
}: Standing) {
  return [
    { field: "amount", asked: text(asked), said: text(amount) },
    { field: "provider reference", asked: known, said },
  ].filter((each) => each.said !== null && each.said !== each.asked);
}

const text = (amount: bigint | null) => (amount === null ? null : String(amount));
