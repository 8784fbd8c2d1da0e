import { sql, type Kysely, type Transaction } from "kysely";
import type { Currency } from "#domain/money/money.ts";
import type { Tables } from "#database/tables.ts";
import type { Day } from "#domain/system/calendar.ts";
import { startOfText } from "#domain/system/storable-text.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { Outcome, ProviderName } from "#domain/payments/provider.ts";
import type { LineState, ListedPayment } from "#domain/reconciliation/statement.ts";
import { closeSettledCases } from "#operations/cases/close-settled.ts";
import { lockStatements } from "./lock-statements.ts";
import { openCaseAbout, openCasesAbout } from "#operations/cases/open-about-payment.ts";
import { openCasesOfUnlisted } from "./open-cases-of-differences.ts";
import { openCase } from "#operations/cases/open.ts";

type Tx = Transaction<Tables>;

export type Listing = {
  provider: ProviderName;
  statementId: bigint;
  lines: ListedPayment[];
  /** Every payment of these days should be listed; null where the statement is not complete. */
  covers: { from: Day; to: Day } | null;
  /** References in rows that could not be understood: those payments are not missing from the statement. */
  mentioned: string[];
  /** Only a file import can be undone. */
  isUndoable: boolean;
};

export type StoredStatement = Examined & {
  /** Our payments of the covered days that the statement does not list. */
  unlisted: number;
  toCheck: string[];
};

export type Examined = {
  lines: number;
  matched: number;
  open: number;
  unclear: number;
  waiting: number;
  /** Not listed by any earlier statement. */
  fresh: number;
};

/**
 * Stores a provider's statement and compares it with our payments. Records nothing in the ledger: payments that only
 * the provider calls paid are checked, and differences open cases.
 */
export async function takeLines(tx: Tx, listing: Listing, now: Date): Promise<StoredStatement> {
  const { provider, statementId, lines, covers, mentioned } = listing;
  const { comparedLines, ...examined } = await compareLines(tx, listing);
  const toCheck = await scheduleChecks(tx, comparedLines, now);
  await openCases(tx, comparedLines, statementId);
  const unlisted =
    covers === null ? 0 : await openCasesOfUnlisted(tx, { provider, ...covers, mentioned, statementId }, now);
  await closeSettledCases(tx, provider);
  await tx
    .updateTable("statements")
    .set({ line_count: lines.length, from_day: covers?.from ?? null, to_day: covers?.to ?? null })
    .where("id", "=", statementId)
    .execute();
  return { ...examined, unlisted, toCheck };
}

/** Stores the lines, so that the database says how each of them compares. A preview rolls this back. */
export async function compareLines(
  tx: Tx,
  { provider, statementId, lines, isUndoable }: Listing,
): Promise<Examined & { comparedLines: ComparedLine[] }> {
  await lockStatements(tx, provider);
  let fresh = 0;
  for (let at = 0; at < lines.length; at += atOnce)
    fresh += await keepLines(tx, { provider, statementId, isUndoable }, lines.slice(at, at + atOnce));
  await matchLines(tx, provider);
  const comparedLines = await readLineStates(tx, provider, lines.map(keyOf));
  const count = (state: LineState) => comparedLines.filter((line) => line.state === state).length;
  return {
    comparedLines,
    lines: lines.length,
    matched: count("matched"),
    open: count("open"),
    unclear: count("unclear"),
    waiting: count("waiting"),
    fresh,
  };
}

const atOnce = 1_000;

/** The payment's name in the provider's system. AzamPay lists our reference and its own, Selcom only ours. */
const keyOf = ({ reference, providerReference }: ListedPayment) => providerReference ?? reference ?? "";

async function keepLines(
  tx: Tx,
  { provider, statementId, isUndoable }: Pick<Listing, "provider" | "statementId" | "isUndoable">,
  lines: ListedPayment[],
): Promise<number> {
  const rows = lines.map((line) => ({
    line: line.line,
    key: keyOf(line),
    reference: line.reference,
    provider_reference: line.providerReference,
    outcome: line.outcome,
    said: line.providerWord === null ? null : startOfText(line.providerWord, longestWord),
    amount: line.amount === null ? null : String(line.amount),
    day: line.day,
  }));
  const { rows: counted } = await sql<{ fresh: bigint }>`
    with kept as (
      insert into statement_lines as l (
        statement_id, last_statement_id, provider,
        line, key, reference, provider_reference, outcome, said, amount, day
      )
      select ${statementId}::bigint, ${statementId}::bigint, ${provider}::text, x.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (
        line integer, key text, reference text, provider_reference text, outcome text, said text,
        amount bigint, day date
      )
      on conflict (provider, key, part) do update set
        last_statement_id = excluded.last_statement_id,
        outcome = case when ${failsAfterSuccess} then l.outcome else excluded.outcome end,
        said = case when ${failsAfterSuccess} then l.said else excluded.said end,
        amount = case when ${failsAfterSuccess} then l.amount else excluded.amount end,
        failure = case when ${failsAfterSuccess} then excluded.outcome else l.failure end,
        day = coalesce(excluded.day, l.day),
        reference = coalesce(excluded.reference, l.reference),
        ignored_at = ${unlessChanged("ignored_at")},
        ignored_by = ${unlessChanged("ignored_by")},
        ignored_reason = ${unlessChanged("ignored_reason")}
      -- The file can be older than the one that listed the end of the payment.
      where excluded.outcome <> 'pending' or l.outcome in ('pending', 'unknown')
      returning new.id as line_id, old.id as was, to_jsonb(old) as before
    ),
    undoable as (
      insert into statement_changes (statement_id, line_id, before)
      select ${statementId}::bigint, line_id, case when was is not null then before end
      from kept where ${isUndoable}::boolean
    )
    select count(*) as fresh from kept where was is null
  `.execute(tx);
  return Number(counted[0]?.fresh ?? 0n);
}

/** A longer text is not a provider's status. */
const longestWord = 60;

/** Files have no export time: this one can be older than the one that listed the success. Both stay visible. */
const failsAfterSuccess = sql`(l.outcome = 'paid' and excluded.outcome in ('declined', 'cancelled'))`;

/** An ignored line stays ignored until a statement reports something else about it. */
const unlessChanged = (column: "ignored_at" | "ignored_by" | "ignored_reason") => sql`case
  when ${failsAfterSuccess} and l.failure is not distinct from excluded.outcome
    or (excluded.outcome, excluded.amount) is not distinct from (l.outcome, l.amount)
    and (excluded.outcome <> 'unknown' or excluded.said is not distinct from l.said)
  then l.${sql.ref(column)}
end`;

/**
 * A payment can get the provider's reference after a statement listed it. Its lines are compared again, and a case about
 * an unknown order closes.
 */
export async function matchLaterLines(db: Kysely<Tables>, now: Date): Promise<number> {
  let matched = 0;
  for (const { provider } of await providersWithLaterLines(db))
    matched += await db.transaction().execute(async (tx) => {
      await lockStatements(tx, provider);
      return compareLaterLines(tx, provider, now);
    });
  return matched;
}

/** The caller holds the lock of the provider's statements. */
export async function compareLaterLines(tx: Tx, provider: ProviderName, now: Date): Promise<number> {
  const lines = await readLineStates(tx, provider, await matchLines(tx, provider));
  await scheduleChecks(tx, lines, now);
  for (const line of lines) await openCases(tx, [line], line.last_statement_id);
  await closeSettledCases(tx, provider);
  return lines.length;
}

const providersWithLaterLines = (db: Kysely<Tables>) =>
  db
    .selectFrom("statement_lines as l")
    .innerJoin("payments as p", (join) =>
      join.onRef("p.provider", "=", "l.provider").onRef("p.provider_reference", "=", "l.provider_reference"),
    )
    .select("l.provider")
    .distinct()
    .where("l.payment_id", "is", null)
    .execute();

/** Our reference first. If it is missing or not ours, the provider's. Returns the keys of the matched lines. */
async function matchLines(tx: Tx, provider: ProviderName): Promise<string[]> {
  const matched: string[] = [];
  // New lines have no statistics yet. PostgreSQL would expect one line, and read all payments again for each.
  await sql`set local enable_seqscan to off`.execute(tx);
  for (const name of [sql`reference`, sql`provider_reference`]) {
    const { rows } = await sql<{ key: string }>`
      update statement_lines l set payment_id = p.id
      from payments p
      where l.payment_id is null and l.provider = ${provider} and p.provider = l.provider and p.${name} = l.${name}
      returning l.key
    `.execute(tx);
    matched.push(...rows.map(({ key }) => key));
  }
  await sql`set local enable_seqscan to default`.execute(tx);
  return matched;
}

export type ComparedLine = {
  id: bigint;
  line: number;
  last_statement_id: bigint;
  provider: ProviderName;
  key: string;
  state: LineState;
  outcome: Outcome;
  /** Another file says this, and no file has a time. */
  failure: "declined" | "cancelled" | null;
  said: string | null;
  amount: bigint | null;
  currency: Currency | null;
  payment_id: bigint | null;
  payment_status: PaymentStatus | null;
  asked: bigint | null;
  paymentReference: string | null;
  provider_reference: string | null;
  payment_provider_reference: string | null;
};

export async function readLineStates(
  tx: Tx,
  provider: ProviderName,
  keys: string[],
): Promise<ComparedLine[]> {
  return tx
    .selectFrom("statement_standings as s")
    .leftJoin("payments as p", "p.id", "s.payment_id")
    .select([
      ...(["s.line", "s.said", "s.last_statement_id"] as const),
      ...(["s.id", "s.provider", "s.key", "s.state", "s.outcome", "s.amount", "s.payment_id"] as const),
      ...(["s.failure", "s.currency"] as const),
      ...(["s.payment_status", "s.asked", "p.reference as paymentReference"] as const),
      ...(["s.provider_reference", "p.provider_reference as payment_provider_reference"] as const),
    ])
    .where("s.provider", "=", provider)
    .where("s.key", "=", (is) => is.fn.any(sql.val(keys)))
    .execute();
}

const isPaid = ({ payment_status: status }: ComparedLine) => status === "succeeded" || status === "reversed";

async function scheduleChecks(tx: Tx, comparedLines: ComparedLine[], now: Date): Promise<string[]> {
  const missing = comparedLines.filter(
    (line) =>
      (line.state === "open" || line.state === "unclear") && line.payment_id !== null && !isPaid(line),
  );
  if (missing.length > 0)
    await tx
      .updateTable("payments")
      .set({ next_check_at: now })
      .where("id", "=", (is) => is.fn.any(sql.val(missing.map((line) => line.payment_id))))
      .execute();
  return missing.flatMap(({ paymentReference }) => (paymentReference === null ? [] : [paymentReference]));
}

/** A payment being checked gets a case only if the check did not settle it. */
export async function openCases(tx: Tx, comparedLines: ComparedLine[], statementId: bigint): Promise<void> {
  const open = comparedLines.filter(({ state }) => state === "open");
  const unknown = open.filter((line) => line.payment_id === null);
  await openCasesAbout(tx, unknown.map(aboutUnknownOrder), statementId);
  for (const line of open) {
    const { payment_id: paymentId } = line;
    if (paymentId !== null && isPaid(line)) {
      const { outcome, failure } = line;
      const wrong = listDifferences(line);
      const details = { source: "statement", outcome, wrong, ...(failure !== null && { failure }) };
      const opened = await openCase(tx, "mismatch", { paymentId, details, statementId });
      if (opened === null) await addToNewestMessage(tx, paymentId, details);
    }
  }
  const unclear = comparedLines.filter(({ state }) => state === "unclear");
  for (const [word, lines] of Map.groupBy(unclear, ({ said }) => (said ?? "").toLowerCase())) {
    const [first] = lines;
    if (first === undefined) continue;
    const subject = `${first.provider}-status:${word}` as const;
    const details = { word: first.said ?? "", payments: lines.length };
    await openCaseAbout(tx, { kind: "unknown-status", subject }, details, statementId);
  }
}

function aboutUnknownOrder({ provider, key, amount, currency }: ComparedLine) {
  const details = {
    reference: key,
    ...(amount !== null && { amount: String(amount) }),
    // An amount without a currency is in shillings.
    ...(currency !== null && currency !== "TZS" && { currency }),
  };
  return { kind: "unknown-order", subject: `${provider}:${key}`, details } as const;
}

/** The provider's own report is left as it is, and the statement is stored next to it. */
async function addToNewestMessage(tx: Tx, paymentId: bigint, details: object): Promise<void> {
  await tx
    .updateTable("cases")
    .set({ details: JSON.stringify(details) })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where("status", "=", "open")
    .where(sql`details ->> 'source'`, "=", "statement")
    .execute();
}

function listDifferences({
  amount,
  asked,
  provider_reference: said,
  payment_provider_reference: known,
}: ComparedLine) {
  return [
    { field: "amount", asked: text(asked), said: text(amount) },
    { field: "provider reference", asked: known, said },
  ].filter((each) => each.said !== null && each.said !== each.asked);
}

const text = (amount: bigint | null) => (amount === null ? null : String(amount));
