import { about, hero, viceChancellor } from "#operations/content/records/sections.ts";
import { howItWorks, largeDonations, stats, zakat } from "#operations/content/records/settings.ts";
import { readSettings } from "#database/content/settings.ts";
import type { Field } from "#domain/content/field.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { nisabIn } from "#domain/zakat/calculate.ts";
import { externalCampaigns } from "#domain/donations/reporting.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

export const homeEditors: Editor[] = [
  {
    record: hero,
    view: {
      path: "hero",
      title: "Hero Section",
      about: "What visitors see first on the home page.",
      seenAt: "/",
      saved: "Hero section updated successfully!",
      failed: "Failed to update hero section",
      fields: hero.fields(),
    },
  },
  {
    record: about,
    view: {
      path: "about",
      title: "About Section",
      about: "Shown on the home page and at the top of the About page.",
      seenAt: "/#about",
      saved: "About section updated successfully!",
      failed: "Failed to update about section",
      fields: about.fields(),
    },
  },
  {
    record: viceChancellor,
    view: {
      path: "vice-chancellor",
      title: "Vice Chancellor Message",
      seenAt: "/#message",
      saved: "Vice Chancellor message updated successfully!",
      failed: "Failed to save vice chancellor message",
      unread: "Failed to load vice chancellor message",
      fields: viceChancellor.fields(),
    },
  },
  {
    record: zakat,
    view: {
      path: "zakat",
      title: "Zakat",
      about:
        "The text beside the calculator on the home page, and the gold and silver prices used for the nisab.",
      seenAt: "/#zakat",
      saved: "Zakat section updated successfully!",
      failed: "Failed to update zakat section",
      fields: zakat.fields(),
    },
    fieldsNow: async (db) => withNisab(zakat.fields(), (await readSettings(db)).metalPrices),
  },
  {
    record: howItWorks,
    view: {
      path: "how-it-works",
      title: "How It Works",
      seenAt: "/#how-it-works",
      saved: "How It Works updated successfully!",
      failed: "Failed to update How It Works",
      fields: howItWorks.fields(),
    },
  },
  {
    record: stats,
    view: {
      path: "stats",
      title: "Stats",
      about:
        "The text above the fund’s figures. The figures come from the ledger, and from the reporting service if it is switched on. “Donors” is the number of completed donations.",
      seenAt: "/#figures",
      saved: "Stats updated successfully!",
      failed: "Failed to update stats",
      fields: stats.fields({
        campaigns: { fields: externalCampaigns.map((id) => ({ kind: "switch", ...named(id) })) },
        titles: { fields: externalCampaigns.map((id) => ({ kind: "line", ...named(id) })) },
      }),
    },
  },
  {
    record: largeDonations,
    view: {
      path: "large-donations",
      title: "Large Donation Options",
      about: "The text beside the bank details. Edit the details themselves in Bank Details.",
      seenAt: "/#large-donations",
      saved: "Large donation options updated successfully!",
      failed: "Failed to update large donation options",
      fields: largeDonations.fields(),
    },
  },
];

function named(id: string): { name: string; label: string } {
  return { name: id, label: id.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase()) };
}

type Prices = Awaited<ReturnType<typeof readSettings>>["metalPrices"];

/** The prices mean nothing to most readers until they see the nisab that follows from them. */
function withNisab(fields: Field[], prices: Prices): Field[] {
  if (prices === null) return fields;
  const silver = formatMoney(nisabIn("silver", tzs(prices.silverPerGram)), "en");
  const gold = formatMoney(nisabIn("gold", tzs(prices.goldPerGram)), "en");
  const sum = `Nisab today: ${silver} (silver), ${gold} (gold).`;
  return fields.map((field) =>
    field.kind === "group" && field.fields.some(({ name }) => name === "silver") ? { ...field, sum } : field,
  );
}
