import { draftOf, valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import { points, type Part, type PointName } from "#domain/go-live/points.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { readShownMembers, readZakatCampaigns } from "#database/go-live/lists.ts";
import type { Reads } from "#database/sql.server.ts";
import { bankDetails } from "#operations/content/records/bank-details.ts";
import { about, hero, viceChancellor } from "#operations/content/records/sections.ts";
import { contact, fund, howItWorks, largeDonations, zakat } from "#operations/content/records/settings.ts";
import { aboutText, project, text } from "#operations/content/records/texts.ts";

export type Contents = Map<Part, Draft>;

const readers: Record<Part, (db: Reads) => Promise<Draft | null>> = {
  "texts/terms": text("terms").read,
  "texts/privacy": text("privacy").read,
  "texts/about": aboutText.read,
  about: about.read,
  hero: hero.read,
  "how-it-works": howItWorks.read,
  "large-donations": largeDonations.read,
  zakat: readZakatWords,
  "zakat-campaigns": async (db) => draftOf(await readZakatCampaigns(db)),
  "infrastructure/conference-center": project("conference-center").read,
  "infrastructure/dormitories": project("dormitories").read,
  "infrastructure/ablution-block": project("ablution-block").read,
  "bank-details": bankDetails.read,
  fund: readFundName,
  contact: contact.read,
  "vice-chancellor": viceChancellor.read,
  team: async (db) => {
    const members = await readShownMembers(db);
    return members.length === 0 ? null : draftOf(members);
  },
};

/** Prices change every week. A scholar confirms the words and the source. */
async function readZakatWords(db: Reads): Promise<Draft | null> {
  const record = await zakat.read(db);
  return ["gold", "silver", "asOf"].reduce<Draft | null>(
    (draft, price) => draft && withValue(draft, price, ""),
    record,
  );
}

/** The tagline and the greeting are not about the payee. */
async function readFundName(db: Reads): Promise<Draft | null> {
  const record = await fund.read(db);
  return (record && valueAt(record, "name")) ?? null;
}

/** A part without content is left out. */
export async function readContents(db: Reads, parts: readonly Part[]): Promise<Contents> {
  const drafts = await Promise.all(
    parts.map(async (part) => {
      const draft = await readers[part](db);
      return draft === null ? [] : [[part, draft] as const];
    }),
  );
  return new Map(drafts.flat());
}

/** Null if none of the point's parts has content. */
export function fingerprintOfPoint(name: PointName, contents: Contents): string | null {
  const parts: readonly Part[] = points[name].parts;
  if (parts.length > 0 && !parts.some((part) => contents.has(part))) return null;
  return fingerprintOf(parts.map((part) => contents.get(part) ?? ""));
}
