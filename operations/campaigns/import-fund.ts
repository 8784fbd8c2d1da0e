import { sql, type Transaction } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import type { ImportedCampaign } from "#domain/imports/campaign-row.ts";
import type { ImportedMember } from "#domain/imports/member-row.ts";
import { exactAmount } from "#domain/money/money.ts";
import { donationPostings, fundOf } from "#domain/payments/status.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

type Source = { name: string; hash: string };
export type FundToImport = {
  campaigns: readonly { campaign: ImportedCampaign; source: Source }[];
  members: readonly ImportedMember[];
};

/** `at` is the moment for which the opening balances hold. */
export type ImportOptions = { username: string; at: Date; dryRun: boolean };

export type Imported = {
  campaigns: { added: string[]; matched: string[] };
  openings: { added: Opening[]; matched: string[] };
  members: { added: string[]; matched: string[] };
  /** Campaigns that contradict the database. Nothing of them was written. */
  contradictions: { id: string; problem: string }[];
};
export type Opening = Pick<ImportedCampaign, "id" | "raised" | "currency" | "donors">;

export type ImportOutcome =
  | { kind: "imported"; imported: Imported }
  | { kind: "no-admin" }
  | { kind: "has-donations" };

/** Nothing was written. */
class Undone extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super("undone");
    this.outcome = outcome;
  }
}

/**
 * Adds the campaigns, opening balances and team members that the database lacks, in one transaction, as its owner.
 * Existing rows stay unchanged. A dry run writes everything, checks every constraint, and undoes it.
 */
export async function importFund(
  db: Reads,
  fund: FundToImport,
  { username, at, dryRun }: ImportOptions,
): Promise<ImportOutcome> {
  try {
    return await db.transaction().execute(async (tx) => {
      // Keeps donations and a second import out until the commit.
      await sql`lock table donations in share row exclusive mode`.execute(tx);
      const by = await findAdmin(tx, username);
      if (by === null) throw new Undone({ kind: "no-admin" });
      const imported = await write(tx, fund, { by, at });
      if (imported.openings.added.length > 0 && (await isLiveWithDonations(tx)))
        throw new Undone({ kind: "has-donations" });
      await recordImport(tx, by, fund, imported);
      await sql`set constraints all immediate`.execute(tx);
      const outcome: ImportOutcome = { kind: "imported", imported };
      if (dryRun) throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

async function findAdmin(tx: Tx, username: string): Promise<string | null> {
  const admin = await tx
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .where("role", "=", "admin")
    .where("banned", "=", false)
    .executeTakeFirst();
  return admin?.id ?? null;
}

async function isLiveWithDonations(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from installation where payments = 'live') and exists (select from donations) as is
  `.execute(tx);
  return rows[0]?.is === true;
}

async function write(tx: Tx, fund: FundToImport, entry: { by: string; at: Date }): Promise<Imported> {
  const imported: Imported = {
    campaigns: { added: [], matched: [] },
    openings: { added: [], matched: [] },
    members: { added: [], matched: [] },
    contradictions: [],
  };
  for (const { campaign, source } of fund.campaigns) {
    const present = await readPresent(tx, campaign.id);
    const problem = contradiction(campaign, present);
    if (problem !== null) {
      imported.contradictions.push({ id: campaign.id, problem });
      continue;
    }
    if (present === null) await insertCampaign(tx, campaign);
    imported.campaigns[present === null ? "added" : "matched"].push(campaign.id);
    if (campaign.raised === 0n) continue;
    if (present !== null && present.opening !== null) imported.openings.matched.push(campaign.id);
    else {
      await postOpening(tx, campaign, { ...entry, source });
      imported.openings.added.push(campaign);
    }
  }
  for (const member of fund.members) {
    const isNew = await insertMember(tx, member);
    imported.members[isNew ? "added" : "matched"].push(member.name);
  }
  return imported;
}

type Present = {
  currency: string;
  isZakatEligible: boolean;
  opening: { amount: bigint; donors: bigint } | null;
};

async function readPresent(tx: Tx, id: string): Promise<Present | null> {
  const row = await tx
    .selectFrom("campaigns as c")
    .leftJoin("journal as j", "j.opening_of", "c.id")
    .leftJoin("postings as p", (on) =>
      on.onRef("p.journal_id", "=", "j.id").onRef("p.campaign_id", "=", "c.id"),
    )
    .select(["c.currency", "c.is_zakat_eligible", "p.amount", "j.opening_donors"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { amount, opening_donors: donors } = row;
  const opening = amount === null || donors === null ? null : { amount: -amount, donors };
  return { currency: row.currency, isZakatEligible: row.is_zakat_eligible, opening };
}

function contradiction(campaign: ImportedCampaign, present: Present | null): string | null {
  if (present === null) return null;
  if (present.currency !== campaign.currency) return `it is here in ${present.currency}`;
  if (present.isZakatEligible !== campaign.isZakatEligible)
    return `it is here ${present.isZakatEligible ? "with" : "without"} Zakat`;
  const { opening } = present;
  if (opening === null || (opening.amount === campaign.raised && opening.donors === campaign.donors))
    return null;
  const amount = exactAmount({ amount: opening.amount, currency: campaign.currency });
  return `its opening balance here is ${amount} ${campaign.currency} of ${opening.donors} donors, and it cannot change`;
}

async function insertCampaign(tx: Tx, campaign: ImportedCampaign): Promise<void> {
  const { id, title, description, category, priority, currency, organizer, location, status } = campaign;
  await tx
    .insertInto("campaigns")
    .values({
      ...{ id, title, description, category, priority, currency, organizer, location, status },
      sub_type: campaign.subType,
      goal_amount: campaign.goal,
      is_zakat_eligible: campaign.isZakatEligible,
      start_date: campaign.startDate,
      end_date: campaign.endDate,
    })
    .execute();
}

/** The money is in the fund's bank account. No provider owes it to us. */
async function postOpening(
  tx: Tx,
  { id, raised, currency, donors, isZakatEligible }: ImportedCampaign,
  { by, at, source }: { by: string; at: Date; source: Source },
): Promise<void> {
  const journal = await tx
    .insertInto("journal")
    .values({
      kind: "opening",
      opening_of: id,
      opening_donors: donors,
      source_hash: source.hash,
      note: source.name,
      entered_by: by,
      occurred_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const postings = donationPostings(
    { amount: raised, currency },
    "bank",
    fundOf({ id, isZakatEligible }),
    id,
  );
  await tx
    .insertInto("postings")
    .values(
      postings.map((posting, line) => ({
        ...{ journal_id: journal.id, line, account: posting.account, amount: posting.amount },
        ...{ currency: posting.currency, campaign_id: posting.campaignId },
      })),
    )
    .execute();
}

async function insertMember(tx: Tx, { name, role, bio, place, isActive }: ImportedMember): Promise<boolean> {
  const present = await tx
    .selectFrom("team_members")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  if (present !== undefined) return false;
  await tx
    .insertInto("team_members")
    .values({ name, role, bio, order_index: place, is_active: isActive })
    .execute();
  return true;
}

/** An import that adds nothing leaves no entry. */
async function recordImport(tx: Tx, by: string, fund: FundToImport, imported: Imported): Promise<void> {
  const { campaigns, openings, members } = imported;
  if (campaigns.added.length + openings.added.length + members.added.length === 0) return;
  const files = [...new Map(fund.campaigns.map(({ source }) => [source.hash, source])).values()];
  await recordAction(tx, by, {
    action: "fund-imported",
    subject: "site",
    after: {
      files,
      campaigns: campaigns.added,
      openings: openings.added.map(({ id, raised, currency, donors }) => ({
        ...{ campaign: id, currency, donors: String(donors) },
        amount: exactAmount({ amount: raised, currency }),
      })),
      members: members.added,
    },
  });
}
