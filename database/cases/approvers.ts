import { sql } from "kysely";
import { decisionMoment } from "#database/accounts/decision-moment.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Approvers, Confirmers, DecidableFrom } from "#domain/cases/proposal.ts";

type Asked = { proposer: string; proposedAt: Date };

/** From when this person can decide, on their own request or on another's. Null: now. */
type Able = { id: string; proposer: string; moment: Date | null };

/** The person who reads this. The page says elsewhere if they can decide themselves. */
type Reading = { reader: string };

const day = 86_400_000;

export async function readApprovers(
  db: Reads,
  // Now, for a request that is not made yet.
  { proposer, reader, proposedAt = new Date() }: Pick<Asked, "proposer"> & Partial<Asked> & Reading,
): Promise<Approvers> {
  const admins = decidersOf({ proposer, proposedAt }, await readAble(db, [proposer], "admin"));
  const others = admins.filter(({ id }) => id !== proposer && id !== reader);
  if (others.length > 0) return { kind: "admin", moment: earliest(others) };
  const own = admins.find(({ id }) => id === proposer);
  if (own === undefined) return { kind: "none" };
  return { kind: "only-admin", isReader: proposer === reader, moment: own.moment };
}

/** From when anyone can decide each open request. A decided one is left out. */
export async function readDecidableFrom(db: Reads, ids: bigint[]): Promise<Map<bigint, DecidableFrom>> {
  if (ids.length === 0) return new Map();
  const requests = await db
    .selectFrom("proposals")
    .select(["id", "proposed_by as proposer", "proposed_at as proposedAt"])
    .where("id", "in", ids)
    .where("status", "=", "open")
    .execute();
  const proposers = requests.map(({ proposer }) => proposer);
  const able = requests.length === 0 ? [] : await readAble(db, proposers, "admin");
  return new Map(
    requests.map(({ id, ...asked }) => {
      const admins = decidersOf(asked, able);
      return [id, admins.length === 0 ? "no-one" : (earliest(admins) ?? "now")];
    }),
  );
}

/** The only admin decides on an own request a day later at the earliest. */
const decidersOf = ({ proposer, proposedAt }: Asked, able: Able[]): Able[] =>
  able
    .filter((each) => each.proposer === proposer)
    .map((each) =>
      each.id === proposer
        ? { ...each, moment: later(each.moment, new Date(proposedAt.getTime() + day)) }
        : each,
    );

/** The people who can confirm an offline donation that this person entered, besides its reader. */
export async function readConfirmers(
  db: Reads,
  { enteredBy, reader }: { enteredBy: string } & Reading,
): Promise<Confirmers> {
  const able = await readAble(db, [enteredBy], "staff");
  const others = able.filter(({ id }) => id !== enteredBy && id !== reader);
  if (others.length > 0) return { kind: "others", moment: earliest(others) };
  return able.some(({ id }) => id === enteredBy) ? { kind: "alone" } : { kind: "none" };
}

/** People decide on their own request only while no one else has the role. */
async function readAble(db: Reads, proposers: string[], lowest: "staff" | "admin"): Promise<Able[]> {
  const roles = lowest === "admin" ? ["admin"] : ["staff", "admin"];
  const moment = decisionMoment({ decider: sql`p.id`, proposer: sql`a.proposer`, lowest });
  const { rows } = await sql<Able>`
    with people as (select id from users where role = any(${roles}::text[]) and not banned),
    waits as (
      select p.id, a.proposer, ${moment} as moment
      from people p cross join (select distinct unnest(${proposers}::text[]) as proposer) a
      where p.id <> a.proposer or (select count(*) from people) = 1
    )
    select id, proposer, case when moment > now() then moment end as moment from waits where moment is not null
  `.execute(db);
  return rows;
}

function earliest(people: Able[]): Date | null {
  const moments = people.map(({ moment }) => moment);
  if (moments.includes(null)) return null;
  const [first = null] = moments
    .flatMap((moment) => moment ?? [])
    .sort((one, other) => one.getTime() - other.getTime());
  return first;
}

function later(one: Date | null, other: Date): Date | null {
  const latest = one !== null && one > other ? one : other;
  return latest > new Date() ? latest : null;
}
