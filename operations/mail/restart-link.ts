import { sql, type Kysely } from "kysely";
import { z } from "zod";
import { linkLasts } from "#domain/accounts/roles.ts";
import { donorLinkLasts } from "#operations/donations/donor-links.ts";
import type { Tables } from "#database/tables.ts";

const withLink = z.object({ linkHash: z.string() });

/**
 * The time of a link begins when its email is sent: the email can wait longer than its link lasts, for example for the
 * hourly limit. A link that was used or withdrawn stays dead.
 */
export async function restartLink(tx: Kysely<Tables>, details: unknown): Promise<void> {
  const found = withLink.safeParse(details).data;
  if (found === undefined) return;
  for (const [table, lasts] of Object.entries({ account_links: linkLasts, donor_links: donorLinkLasts })) {
    const seconds = sql.join(
      Object.entries(lasts).map(([kind, each]: [string, number]) => sql`(${kind}, ${each}::integer)`),
    );
    await sql`
      update ${sql.table(table)} links set expires_at = now() + make_interval(secs => lasts.seconds)
      from (values ${seconds}) lasts (kind, seconds)
      where links.hash = decode(${found.linkHash}, 'hex') and links.kind = lasts.kind and links.used_at is null
    `.execute(tx);
  }
}
