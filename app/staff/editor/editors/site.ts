import { contact, fund, paymentStops, settings, submenus } from "#operations/content/records/settings.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { stopWords } from "#app/staff/health/stop-words.ts";
import { jobWords } from "#app/staff/health/words.ts";
import { valueAt, withValue, type Draft } from "#domain/content/draft.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

const settingsFields = () =>
  settings.fields({
    jobs: { fields: jobNames.map((name) => ({ kind: "switch", name, label: jobWords[name].name })) },
  });

/** The menu of a link opens with its first letter, so what is missing is made up until it is typed. */
const begunLink = (link: Draft): Draft => {
  const typed = (path: string) => String(valueAt(link, path) ?? "").trim();
  const label = typed("label.en") || typed("label.sw") || "…";
  const address = /^(?:\/(?!\/)|https:\/\/\w)/.test(typed("address")) ? typed("address") : "/";
  return withValue(withValue(link, "label.en", label), "address", address);
};

const withBegunLinks = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).map(([menu, links]: [string, Draft]) => [
      menu,
      Array.isArray(links) ? links.map(begunLink) : links,
    ]),
  );

export const siteEditors: Editor[] = [
  {
    record: contact,
    view: {
      path: "contact",
      title: "Contact",
      about: "Shown on the home page and at the bottom of every page.",
      seenAt: "/#contact",
      saved: "Contact details updated successfully!",
      failed: "Failed to update contact details",
      fields: contact.fields(),
    },
  },
  {
    record: fund,
    view: {
      path: "fund",
      title: "Fund Name and Tagline",
      seenAt: "/#footer",
      saved: "Fund name and tagline updated successfully!",
      failed: "Failed to update fund name and tagline",
      fields: fund.fields(),
    },
  },
  {
    record: submenus,
    asSeen: withBegunLinks,
    view: {
      path: "submenus",
      title: "Submenus",
      about:
        "Links under each main menu item. Above them, “Overview” leads to the item’s own page or section. An item without links goes there itself.",
      seenAt: "/",
      seenInMenu: true,
      saved: "Submenus updated successfully!",
      failed: "Failed to update submenus",
      fields: submenus.fields(),
    },
  },
  {
    record: paymentStops,
    view: {
      path: "payment-stops",
      title: "Payment stops",
      seenAt: null,
      saved: "Payment stops updated successfully!",
      failed: "Failed to update payment stops",
      fields: paymentStops.fields(),
    },
    savedWords: stopWords,
  },
  {
    record: settings,
    view: {
      path: "settings",
      title: "Background jobs",
      seenAt: null,
      saved: "Background jobs updated successfully!",
      failed: "Failed to update the background jobs",
      fields: settingsFields(),
    },
  },
];
