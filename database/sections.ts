import { sectionSchemas, type Section } from "#domain/sections.ts";
import type { Reads } from "./sql.server.ts";

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
    howItWorks: sectionSchemas["how-it-works"].parse(stored.get("how-it-works")),
    impact: sectionSchemas.impact.parse(stored.get("impact")),
    largeDonations: sectionSchemas["large-donations"].parse(stored.get("large-donations")),
    map: sectionSchemas.map.parse(stored.get("map")),
    zakat: sectionSchemas["home-zakat"].parse(stored.get("home-zakat")),
  };
}

export async function readSubmenus(db: Reads): Promise<Section<"submenus">> {
  return sectionSchemas.submenus.parse((await readStored(db, ["submenus"])).get("submenus"));
}

async function readStored(db: Reads, keys: (keyof typeof sectionSchemas)[]): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom("public_settings")
    .select(["key", "value"])
    .where("key", "in", keys)
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}
