import { sql } from "kysely";
import { decisionMoment } from "#database/accounts/decision-moment.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Approvers } from "#domain/cases/proposal.ts";

type About = {
  proposer: string;
  /** Now, for a request that is not made yet. */
  proposedAt?: Date;
  /** The person who reads this. The page says elsewhere if they can approve it themselves. */
  reader: string;
};

type Admin = { id: string; is_now: boolean; moment: Date | null };

export async function readApprovers(
  db: Reads,
  { proposer, reader, proposedAt = new Date() }: About,
): Promise<Approvers> {
  const moment = decisionMoment({ decider: sql`a.id`, proposer: sql`${proposer}::text`, lowest: "admin" });
  const { rows } = await sql<Admin>`
    with admins as (select id from users where role = 'admin' and not banned),
    waits as (
      select a.id, a.id = ${proposer} as is_own, ${moment} as moment from admins a
      where a.id <> ${proposer} or (select count(*) from admins) = 1
    ),
    able as (
      select id, case when is_own then greatest(moment, ${proposedAt}::timestamptz + interval '1 day') else moment end
        as moment
      from waits where moment is not null
    )
    select id, moment <= now() as is_now, case when moment > now() then moment end as moment from able
  `.execute(db);
  const others = rows.filter(({ id }) => id !== proposer && id !== reader);
  if (others.length > 0) return { kind: "admin", moment: earliest(others) };
  const own = rows.filter(({ id }) => id === proposer);
  if (own.length > 0) return { kind: "only-admin", isReader: proposer === reader, moment: earliest(own) };
  return { kind: "none" };
}

function earliest(admins: Admin[]): Date | null {
  if (admins.some(({ is_now: isNow }) => isNow)) return null;
  const [first = null] = admins
    .flatMap(({ moment }) => (moment === null ? [] : [moment]))
    .sort((one, other) => one.getTime() - other.getTime());
  return first;
}
