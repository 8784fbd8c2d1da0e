import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "#domain/content/language.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";

type NewLink =
  | { kind: "follow"; email: string; campaignId: string; language: Language }
  | { kind: "own-page"; email: string; language: Language };

const hour = 60 * 60;
/** In seconds. The own page shows donations, so its link ends soon. */
export const donorLinkLasts = { follow: 72 * hour, "own-page": hour } as const;

/** Only the email contains the key. */
export async function makeDonorLink(tx: Reads, link: NewLink): Promise<string> {
  const key = randomBytes(32).toString("base64url");
  await tx
    .insertInto("donor_links")
    .values({
      hash: sha256(key),
      kind: link.kind,
      email: link.email,
      campaign_id: link.kind === "follow" ? link.campaignId : null,
      language: link.language,
      expires_at: sql<Date>`now() + make_interval(secs => ${donorLinkLasts[link.kind]})`,
    })
    .execute();
  return key;
}
