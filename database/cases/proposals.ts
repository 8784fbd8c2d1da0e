import { sql } from "kysely";
import { z } from "zod";
import { moveTargetStatuses } from "#domain/campaigns/categories.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import type { Decider, ProposalKind, ProposalStatus } from "#domain/cases/proposal.ts";
import { proposalShape, type Proposal } from "#domain/cases/proposal-shape.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { readDifferingAmounts, readListedAmounts } from "#database/payments/reported-amounts.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import { asHindrance, type HindranceRow } from "#database/accounts/role-grants.ts";
import { lastingHindrance } from "#database/accounts/decision-moment.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PaidThrough } from "#domain/payments/provider.ts";

export type ListedProposal = {
  id: bigint;
  kind: ProposalKind;
  status: ProposalStatus;
  reason: string;
  proposer: string;
  proposedAt: Date;
  decider: string | null;
  decidedAt: Date | null;
};

/** The donation's fields in the list. Null for bank details. */
export type ProposedSubject = { amount: Money; campaign: string; donor: string };

export type ProposalInList = ListedProposal & { donation: ProposedSubject | null };

export type ProposalFilter = { kind: ProposalKind | null; status: ProposalStatus | null };

export async function listProposals(
  db: Reads,
  { kind, status }: ProposalFilter,
  listQuery: ListQuery,
): Promise<ListPage<ProposalInList>> {
  const found = proposals(db)
    .select(["p.subject", "p.details"])
    .$if(kind !== null, (query) => query.where("p.kind", "=", kind))
    .$if(status !== null, (query) => query.where("p.status", "=", status));
  const newest = { from: sql`proposals as p`, by: [sql`p.id`], descending: true };
  const rows = await pageOf(found, newest, listQuery).execute();
  const donationOf = await readSubjects(
    db,
    rows.map(({ subject }) => subject),
  );
  const asked = rows.map((row) => {
    const donation = donationOf(row.subject);
    const own = ownAmount.safeParse(row.details);
    if (donation === null || !own.success) return { ...listed(row), donation };
    return { ...listed(row), donation: { ...donation, amount: { ...donation.amount, amount: own.data } } };
  });
  return asPage(asked, listQuery);
}

const digits = z.string().transform(BigInt);

/** Of requests about another amount than the donation's: a part of it, or what arrived in its place. */
const ownAmount = z.union([
  z.object({ kind: z.literal("part-refund"), amount: digits }).transform(({ amount }) => amount),
  z.object({ kind: z.literal("credit"), arrived: digits }).transform(({ arrived }) => arrived),
]);

/** The donations of one page of the list, by the subject of their proposals. */
async function readSubjects(db: Reads, subjects: string[]) {
  const named = (prefix: string) =>
    subjects.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  const about = db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select(["d.amount", "d.currency", "d.donor_name as donor", "c.title as campaign"]);
  const rows = await about
    .select(sql<string>`'donation:' || d.external_id`.as("subject"))
    .where("d.external_id", "=", sql<string>`any(${named("donation:")})`)
    .unionAll(
      about
        .innerJoin("payments as p", "p.donation_id", "d.id")
        .innerJoin("cases as k", "k.payment_id", "p.id")
        .select(sql<string>`'case:' || k.id`.as("subject"))
        .where("k.id", "=", sql<bigint>`any(${named("case:")}::bigint[])`),
    )
    .execute();
  const found = new Map(
    rows.map(({ subject, amount, currency, donor, campaign }): [string, ProposedSubject] => [
      subject,
      { amount: { amount, currency }, donor, campaign },
    ]),
  );
  return (subject: string) => found.get(subject) ?? null;
}

export type ProposedDonation = {
  donationId: bigint;
  externalId: string;
  amount: Money;
  fee: Money;
  /** The amount not refunded yet. */
  left: Money;
  campaign: string;
  campaignId: string;
  donor: string;
  provider: PaidThrough;
};

export type FoundProposal = ListedProposal & {
  proposal: Proposal;
  proposedBy: string;
  decisionReason: string | null;
  donation: ProposedDonation | null;
  /** Of a request to record a donation: what the statement lists, or else what the provider reported instead. */
  reported: Money[];
  /** The two campaigns when a donation is moved. */
  move: { from: string; to: string } | null;
};

export async function findProposal(db: Reads, id: bigint): Promise<FoundProposal | null> {
  const row = await proposals(db)
    .select(["p.details", "p.proposed_by", "p.decision_reason"])
    .where("p.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const proposal = proposalShape.parse(row.details);
  return {
    ...listed(row),
    proposal,
    proposedBy: row.proposed_by,
    decisionReason: row.decision_reason,
    move: await readTitles(db, proposal),
    reported: proposal.kind === "credit" ? await readReported(db, BigInt(proposal.caseId)) : [],
    donation: proposal.kind === "bank-details" ? null : await findProposedDonation(db, proposal),
  };
}

/** The open request for approval about the subject. It prevents a second one. */
export async function findOpenProposal(
  db: Reads,
  kind: ProposalKind,
  subject: string,
): Promise<bigint | null> {
  const row = await db
    .selectFrom("proposals")
    .select("id")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("status", "=", "open")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type OpenCorrection = { id: bigint; kind: "refund" | "part-refund" | "move" };

/** The open requests that would change this donation, the newest first. */
export async function findOpenCorrections(db: Reads, externalId: string): Promise<OpenCorrection[]> {
  const rows = await db
    .selectFrom("proposals")
    .select(["id", "kind"])
    .where("subject", "=", `donation:${externalId}`)
    .where("status", "=", "open")
    .orderBy("id", "desc")
    .execute();
  return rows.flatMap(({ id, kind }) =>
    kind === "refund" || kind === "part-refund" || kind === "move" ? [{ id, kind }] : [],
  );
}

export async function readDecider(db: Reads, id: string, proposer: string): Promise<Decider> {
  const deciding = { decider: sql`u.id`, proposer: sql`${proposer}::text`, lowest: "admin" } as const;
  const { rows } = await sql<HindranceRow & { role: Role; has_others: boolean }>`
    select case when u.banned then 'organizer' else u.role end as role, h.kind, h.ends_at,
      exists (select from users o where o.role = 'admin' and not o.banned and o.id <> u.id) as has_others
    from users u, lateral ${lastingHindrance(deciding)} h
    where u.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no account with the id ${id}`);
  const isOnlyAdmin = row.role === "admin" && !row.has_others;
  return { id, role: row.role, isOnlyAdmin, hindrance: asHindrance(row) };
}

function proposals(db: Reads) {
  return db
    .selectFrom("proposals as p")
    .innerJoin("users as proposer", "proposer.id", "p.proposed_by")
    .leftJoin("users as decider", "decider.id", "p.decided_by")
    .select([
      ...(["p.id", "p.kind", "p.status", "p.reason", "p.proposed_at", "p.decided_at"] as const),
      ...(["proposer.name as proposer", "decider.name as decider"] as const),
    ]);
}

type Row = {
  id: bigint;
  kind: ProposalKind;
  status: ProposalStatus;
  reason: string;
  proposer: string;
  proposed_at: Date;
  decider: string | null;
  decided_at: Date | null;
};

const listed = ({
  proposed_at,
  decided_at,
  id,
  kind,
  status,
  reason,
  proposer,
  decider,
}: Row): ListedProposal => ({
  ...{ id, kind, status, reason, proposer, decider },
  proposedAt: proposed_at,
  decidedAt: decided_at,
});

async function readReported(db: Reads, caseId: bigint): Promise<Money[]> {
  const found = await db.selectFrom("cases").select("payment_id").where("id", "=", caseId).executeTakeFirst();
  const paymentId = found?.payment_id ?? null;
  if (paymentId === null) return [];
  const listed = await readListedAmounts(db, paymentId);
  return listed.length > 0 ? listed : readDifferingAmounts(db, paymentId);
}

async function findProposedDonation(
  db: Reads,
  proposal: Exclude<Proposal, { kind: "bank-details" }>,
): Promise<ProposedDonation> {
  const about =
    "externalId" in proposal
      ? donations(db).where("d.external_id", "=", proposal.externalId)
      : donations(db)
          .innerJoin("cases", "cases.payment_id", "p.id")
          .where("cases.id", "=", BigInt(proposal.caseId));
  return asProposedDonation(await about.executeTakeFirstOrThrow());
}

/** Campaigns to which a donation can move: the same currency, and Zakat to Zakat only. */
export async function listNewCampaigns(
  db: Reads,
  { campaignId, amount }: Pick<ProposedDonation, "campaignId" | "amount">,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom("campaigns as c")
    .innerJoin("campaigns as now", "now.is_zakat_eligible", "c.is_zakat_eligible")
    .select(["c.id", "c.title"])
    .where("now.id", "=", campaignId)
    .where("c.id", "<>", campaignId)
    .where("c.currency", "=", amount.currency)
    .where("c.archived_at", "is", null)
    .where("c.status", "in", [...moveTargetStatuses])
    .orderBy("c.title")
    .orderBy("c.id")
    .execute();
}

async function readTitles(db: Reads, proposal: Proposal): Promise<{ from: string; to: string } | null> {
  if (proposal.kind !== "move") return null;
  const { from, campaignId } = proposal;
  const rows = await db
    .selectFrom("campaigns")
    .select(["id", "title"])
    .where("id", "in", [from, campaignId])
    .execute();
  const titleOf = (wanted: string) => rows.find(({ id }) => id === wanted)?.title ?? wanted;
  return { from: titleOf(from), to: titleOf(campaignId) };
}

export async function findRefundableDonation(
  db: Reads,
  donationId: bigint,
): Promise<(ProposedDonation & { isPaid: boolean }) | null> {
  const row = await donations(db).where("d.id", "=", donationId).executeTakeFirst();
  return row === undefined ? null : { ...asProposedDonation(row), isPaid: row.status === "succeeded" };
}

/** Includes the payment attempt that succeeded. Without one, includes the last attempt. */
function donations(db: Reads) {
  return db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .select([
      ...(["d.id", "d.external_id", "d.amount", "d.currency", "d.donor_name"] as const),
      ...(["d.refunded", "d.campaign_id"] as const),
      ...(["p.fee", "p.provider", "p.status", "c.title"] as const),
    ])
    .orderBy(sql`p.status in ('succeeded', 'reversed')`, "desc")
    .orderBy("p.id", "desc");
}

type DonationRow = {
  id: bigint;
  external_id: string;
  amount: bigint;
  currency: Currency;
  donor_name: string;
  refunded: bigint;
  campaign_id: string;
  fee: bigint;
  provider: PaidThrough;
  title: string;
};

const asProposedDonation = ({ amount, fee, currency, ...row }: DonationRow): ProposedDonation => ({
  donationId: row.id,
  externalId: row.external_id,
  amount: { amount, currency },
  fee: { amount: fee, currency },
  left: { amount: amount - row.refunded, currency },
  campaign: row.title,
  campaignId: row.campaign_id,
  donor: row.donor_name,
  provider: row.provider,
});
