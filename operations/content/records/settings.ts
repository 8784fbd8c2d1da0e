import type { Transaction } from "kysely";
import { jobNames, jobSwitches } from "#domain/system/jobs.ts";
import {
  contactRecord,
  paymentStopsRecord,
  settingsRecord,
  statsRecord,
  zakatRecord,
} from "#domain/content/records.ts";
import { externalCampaigns } from "#domain/donations/reporting.ts";
import { sectionSchemas, type SectionName } from "#domain/content/sections.ts";
import { settingSchemas } from "#domain/content/settings.ts";
import { editable } from "./editable.ts";
import { areCardsStopped, arePaymentsStopped, readSettings } from "#database/content/settings.ts";
import type { Reads } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";

/** Rows of the settings: each of these records has one or several. */

export const fund = editable({
  subject: "fund",
  schema: settingSchemas.fund,
  read: async (db) => (await readSettings(db)).fund,
  write: (tx, fund) => keep(tx, { fund }),
});

export const howItWorks = editable({
  subject: "how-it-works",
  schema: sectionSchemas["how-it-works"].unwrap(),
  read: async (db) => sectionSchemas["how-it-works"].parse(await kept(db, "how-it-works")),
  write: (tx, section) => keep(tx, { "how-it-works": section }),
});

export const largeDonations = editable({
  subject: "large-donations",
  schema: sectionSchemas["large-donations"].unwrap(),
  read: async (db) => sectionSchemas["large-donations"].parse(await kept(db, "large-donations")),
  write: (tx, section) => keep(tx, { "large-donations": section }),
});

export const submenus = editable({
  subject: "submenus",
  schema: sectionSchemas.submenus.unwrap(),
  read: async (db) => sectionSchemas.submenus.parse(await kept(db, "submenus")),
  write: (tx, links) => keep(tx, { submenus: links }),
});

export const stats = editable({
  subject: "stats",
  schema: statsRecord,
  async read(db) {
    const { title, text } = sectionSchemas.impact.parse(await kept(db, "impact"));
    const external = sectionSchemas["external-figures"].parse(await kept(db, "external-figures"));
    const campaigns = choices(externalCampaigns, (id) => external.campaigns.includes(id));
    return { title, text, overall: external.overall, campaigns, titles: external.titles };
  },
  write: (tx, { title, text, overall, campaigns, titles }) =>
    keep(tx, {
      impact: { title, text },
      "external-figures": { overall, campaigns: externalCampaigns.filter((id) => campaigns[id]), titles },
    }),
});

export const zakat = editable({
  subject: "zakat",
  schema: zakatRecord,
  async read(db) {
    const words = sectionSchemas["home-zakat"].parse(await kept(db, "home-zakat"));
    const { metalPrices: prices } = await readSettings(db);
    return {
      ...words,
      gold: String(prices?.goldPerGram ?? ""),
      silver: String(prices?.silverPerGram ?? ""),
      asOf: prices?.asOf ?? "",
      source: prices?.source ?? { en: "", sw: null },
    };
  },
  write: (tx, { gold, silver, asOf, source, ...words }) =>
    keep(tx, {
      "home-zakat": words,
      "metal-prices":
        gold === "" ? null : { goldPerGram: Number(gold), silverPerGram: Number(silver), asOf, source },
    }),
});

export const contact = editable({
  subject: "contact",
  schema: contactRecord,
  async read(db) {
    const { contact, officeHours } = await readSettings(db);
    const { embed, link } = sectionSchemas.map.parse(await kept(db, "map"));
    return { ...contact, officeHours, mapEmbed: embed, mapLink: link };
  },
  write: (tx, { officeHours, mapEmbed, mapLink, ...contact }) =>
    keep(tx, { contact, "office-hours": officeHours, map: { embed: mapEmbed, link: mapLink } }),
});

export const paymentStops = editable({
  subject: "payment-stops",
  policy: "admin",
  hasNoDrafts: true,
  schema: paymentStopsRecord,
  read: async (db) => ({
    paymentsStopped: await arePaymentsStopped(db),
    cardsStopped: await areCardsStopped(db),
  }),
  write: (tx, { paymentsStopped, cardsStopped }) =>
    keep(tx, { payments: { stopped: paymentsStopped }, cards: { stopped: cardsStopped } }),
});

export const settings = editable({
  subject: "settings",
  policy: "admin",
  hasNoDrafts: true,
  schema: settingsRecord,
  async read(db) {
    const jobs = jobSwitches.parse((await kept(db, "jobs")) ?? {});
    return { jobs: choices(jobNames, (name) => jobs[name] ?? true) };
  },
  write: (tx, { jobs }) => keep(tx, { jobs }, { isPublic: false }),
});

function choices<Name extends string>(names: readonly Name[], isOn: (name: Name) => boolean) {
  // Its keys are the names, which the type of fromEntries forgets.
  return Object.fromEntries(names.map((name) => [name, isOn(name)])) as Record<Name, boolean>;
}

type Key = SectionName | keyof typeof settingSchemas | "jobs";

async function kept(db: Reads, key: Key): Promise<unknown> {
  const row = await db.selectFrom("site_settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

/** Null deletes the row. */
async function keep(
  tx: Transaction<Tables>,
  values: Partial<Record<Key, object | null>>,
  { isPublic = true } = {},
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    if (value === null) {
      await tx.deleteFrom("site_settings").where("key", "=", key).execute();
      continue;
    }
    const row = { value: JSON.stringify(value), updated_at: new Date() };
    await tx
      .insertInto("site_settings")
      .values({ key, is_public: isPublic, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  }
}
