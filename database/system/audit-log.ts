import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import { timeZone, type Day } from "#domain/system/calendar.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import { accountName } from "#database/accounts/account-name.ts";
import type { Reads } from "#database/sql.server.ts";
import type { AuditAction } from "#domain/system/audit-action.ts";

export type AuditEntry = {
  id: bigint;
  at: Date;
  action: string;
  subject: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  /** Null is the operator at the machine, or the fund's own jobs. */
  actor: { id: string; name: string | null } | null;
  /** The subject's name, if it is a person, a campaign, a submission, a request, a statement or a team member. */
  about: string | null;
  donation: AuditedDonation | null;
};

type AuditedDonation = { id: bigint; amount: Money; campaign: string };

export type AuditFilter = {
  /** An account's id, or "none" for actions without a signed-in person. */
  person: string;
  action: string;
  /**
   * `kind` is a prefix of all its subjects. `subject` is a prefix of the requested subject if it has a colon, as in a link.
   * Otherwise it is the last part, as a person types it: a number, or the end of a web address.
   */
  kind: string;
  subject: string;
  from: Day | null;
  to: Day | null;
};

/** Audit entries, latest first. Days are in the fund's time zone. */
export async function listAuditLog(
  db: Reads,
  { person, action, kind, subject, from, to }: AuditFilter,
  listQuery: ListQuery,
): Promise<ListPage<AuditEntry>> {
  const query = db
    .selectFrom("audit_log as l")
    .leftJoin("users as a", "a.id", "l.actor_id")
    .leftJoin("users as s", (join) => join.on(sql<boolean>`l.subject = 'user:' || s.id`))
    .leftJoin("team_members as m", (join) => join.on(sql<boolean>`l.subject = 'record:team:' || m.id`))
    .leftJoin("campaigns as c", (join) => join.on(sql<boolean>`l.subject = 'record:campaign:' || c.id`))
    .select([
      "l.id",
      "l.at",
      "l.action",
      "l.subject",
      "l.before",
      "l.after",
      "l.reason",
      "l.actor_id",
      accountName("a").as("actor_name"),
      sql<string | null>`coalesce(${accountName("s")}, m.name, c.title)`.as("about"),
    ])
    .$if(person === "none", (log) => log.where("l.actor_id", "is", null))
    .$if(person !== "" && person !== "none", (log) => log.where("l.actor_id", "=", person))
    .$if(action !== "", (log) => log.where("l.action", "=", action))
    .$if(kind !== "", (log) => log.where(sql<boolean>`starts_with(l.subject, ${kind})`))
    .$if(subject.includes(":"), (log) => log.where(sql<boolean>`starts_with(l.subject, ${subject})`))
    .$if(subject !== "" && !subject.includes(":"), (log) =>
      log.where(sql<boolean>`lower(regexp_replace(l.subject, '^.*[:/]', '')) = lower(${subject})`),
    )
    .$if(from !== null, (log) =>
      log.where(sql<boolean>`l.at >= ${from}::date::timestamp at time zone ${sql.lit(timeZone)}`),
    )
    .$if(to !== null, (log) =>
      log.where(sql<boolean>`l.at < (${to}::date + 1)::timestamp at time zone ${sql.lit(timeZone)}`),
    );
  const order = { from: sql`audit_log as l`, by: [sql`l.id`], descending: true };
  const found = await pageOf(query, order, listQuery).execute();
  const subjects = found.map(({ subject: each }) => each);
  const [donations, ...titles] = await Promise.all([
    findDonations(db, namesOf("donation:", subjects)),
    findSubmissionTitles(db, numbersOf("submission:", subjects)),
    findChangedCampaigns(db, numbersOf("change-request:", subjects)),
    findStatementFiles(db, numbersOf("statement:", subjects)),
  ]);
  const named = new Map(titles.flatMap((each) => [...each]));
  const entries = found.map(({ actor_id, actor_name, ...entry }) => ({
    ...entry,
    about: entry.about ?? named.get(entry.subject) ?? null,
    donation: donations.get(entry.subject) ?? null,
    actor: actor_id === null ? null : { id: actor_id, name: actor_name },
  }));
  return asPage(entries, listQuery);
}

const namesOf = (kind: string, subjects: string[]) =>
  subjects.filter((each) => each.startsWith(kind)).map((each) => each.slice(kind.length));

const numbersOf = (kind: string, subjects: string[]) =>
  namesOf(kind, subjects)
    .filter((id) => /^\d{1,18}$/.test(id))
    .map(BigInt);

async function findDonations(db: Reads, externalIds: string[]): Promise<Map<string, AuditedDonation>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select(["d.id", "d.external_id", "d.amount", "d.currency", "c.title"])
    .where("d.external_id", "in", externalIds)
    .execute();
  return new Map(
    rows.map(({ id, external_id, amount, currency, title }) => [
      `donation:${external_id}`,
      { id, amount: { amount, currency }, campaign: title },
    ]),
  );
}

async function findSubmissionTitles(db: Reads, ids: bigint[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("submission_versions as v")
    .innerJoin("submissions as s", (join) =>
      join.onRef("s.id", "=", "v.submission_id").onRef("s.version", "=", "v.version"),
    )
    .select(["v.submission_id", "v.title"])
    .where("v.submission_id", "in", ids)
    .execute();
  return new Map(rows.map(({ submission_id, title }) => [`submission:${submission_id}`, title]));
}

async function findChangedCampaigns(db: Reads, ids: bigint[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("change_requests as r")
    .innerJoin("campaigns as c", "c.id", "r.campaign_id")
    .select(["r.id", "c.title"])
    .where("r.id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, title }) => [`change-request:${id}`, title]));
}

async function findStatementFiles(db: Reads, ids: bigint[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("statements").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [`statement:${id}`, name]));
}

/** The last time that someone erased the donor of one of these records. */
export async function findErasure(
  db: Reads,
  subjects: string[],
): Promise<{ by: string | null; at: Date } | null> {
  if (subjects.length === 0) return null;
  const found = await db
    .selectFrom("audit_log as l")
    .leftJoin("users as a", "a.id", "l.actor_id")
    .select(["l.at", "a.name as by"])
    .where("l.action", "=", "erase-donor" satisfies AuditAction["action"])
    .where("l.subject", "in", subjects)
    .orderBy("l.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export type Erasure = { at: Date; donations: number; contacts: number };

/** The last erasure by this person. It has an entry for each donation, and one for followed campaigns and links. */
export async function findLastErasure(db: Reads, by: string): Promise<Erasure | null> {
  const { rows } = await sql<{ at: Date; subject: string; records: number }>`
    select at, subject, (after ->> 'records')::integer as records from audit_log
    where action = ${"erase-donor" satisfies AuditAction["action"]} and actor_id = ${by} and at = (
      select at from audit_log where action = 'erase-donor' and actor_id = ${by} order by id desc limit 1
    )
  `.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const contact = rows.find(({ subject }) => subject === "followings");
  return {
    at: first.at,
    donations: rows.length - (contact === undefined ? 0 : 1),
    contacts: contact?.records ?? 0,
  };
}

/** Choices for the filter. One index step finds each type of action, without reading the whole log. */
export async function auditActions(db: Reads): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive each as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > each.action order by l.action limit 1)
      from each where each.action is not null
    )
    select action from each where action is not null
  `.execute(db);
  return rows.map(({ action }) => action);
}

/** Accounts that can act as staff (roles above organizer), by name. */
export function auditPeople(db: Reads): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("users")
    .select(["id", accountName("users").$notNull().as("name")])
    .where("role", "in", ["staff", "admin"])
    .orderBy("name")
    .limit(500)
    .execute();
}
