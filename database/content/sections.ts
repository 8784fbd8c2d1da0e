import { sectionIn, type Section, type SectionName } from "#domain/content/sections.ts";
import type { Reads } from "#database/sql.server.ts";

export type HomeSections = {
  howItWorks: Section<"how-it-works">;
  impact: Section<"impact">;
  largeDonations: Section<"large-donations">;
  map: Section<"map">;
  zakat: Section<"home-zakat">;
};

export async function readHomeSections(db: Reads): Promise<HomeSections> {
  const stored = await readStored(db, ["how-it-works", "impact", "large-donations", "map", "home-zakat"]);
  return {
    howItWorks: sectionIn("how-it-works", stored.get("how-it-works")),
    impact: sectionIn("impact", stored.get("impact")),
    largeDonations: sectionIn("large-donations", stored.get("large-donations")),
    map: sectionIn("map", stored.get("map")),
    zakat: sectionIn("home-zakat", stored.get("home-zakat")),
  };
}

export async function readSubmenus(db: Reads): Promise<Section<"submenus">> {
  return sectionIn("submenus", (await readStored(db, ["submenus"])).get("submenus"));
}

async function readStored(db: Reads, keys: SectionName[]): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom("public_settings")
    .select(["key", "value"])
    .where("key", "in", keys)
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}
