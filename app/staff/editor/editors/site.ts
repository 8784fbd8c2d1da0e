import { contact, fund, settings, submenus } from "#operations/content/records/settings.ts";
import { jobNames } from "#domain/system/jobs.ts";
import { readJobs, type JobHealth } from "#database/system/health.ts";
import { lastRunWords, jobWords } from "#app/staff/health/words.ts";
import { valueAt, type Draft } from "#domain/content/draft.ts";
import type { Field } from "#domain/content/field.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

/** The stops stand apart from the jobs: they are used in a hurry. */
function settingsFields(jobs: JobHealth[] = []): Field[] {
  const switchOf = (name: (typeof jobNames)[number]) => {
    const job = jobs.find((each) => each.name === name);
    return {
      ...({ kind: "switch", name, label: jobWords[name].name } as const),
      ...(job && { hint: lastRunWords(job) }),
    };
  };
  const fields = settings.fields({ jobs: { fields: jobNames.map(switchOf) } });
  return [
    {
      kind: "group",
      label: "Stop payments",
      fields: fields.filter(({ kind }) => kind === "switch"),
      emergency: {
        on: { paymentsStopped: "All online payments are stopped", cardsStopped: "Card payments are stopped" },
        off: "Online payments are accepted",
        unsaved: "Not stopped yet: save the settings",
      },
    },
    ...fields.filter(({ kind }) => kind !== "switch"),
  ];
}

/** Says which payments are taken now, if that changed. */
function stopWords(before: Draft, after: Draft): string | null {
  const [wasStopped, isStopped] = [before, after].map((each) => valueAt(each, "paymentsStopped") === "yes");
  const [hadNoCards, hasNoCards] = [before, after].map((each) => valueAt(each, "cardsStopped") === "yes");
  if (wasStopped === isStopped && hadNoCards === hasNoCards) return null;
  if (isStopped) return "All online payments are stopped";
  if (hasNoCards) return wasStopped ? "Only card payments are stopped now" : "Card payments are stopped";
  return wasStopped ? "Online payments are accepted again" : "Card payments are accepted again";
}

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
      seenAt: "/",
      saved: "Fund name and tagline updated successfully!",
      failed: "Failed to update fund name and tagline",
      fields: fund.fields(),
    },
  },
  {
    record: submenus,
    view: {
      path: "submenus",
      title: "Submenus",
      about: "Links under each main menu item. An item without links goes to its own page or section.",
      seenAt: "/",
      seenInMenu: true,
      saved: "Submenus updated successfully!",
      failed: "Failed to update submenus",
      fields: submenus.fields(),
    },
  },
  {
    record: settings,
    view: {
      path: "settings",
      title: "Settings",
      related: [{ label: "Two-step sign-in for all staff", address: "/admin/people#two-step" }],
      seenAt: null,
      saved: "Settings updated successfully!",
      failed: "Failed to update settings",
      fields: settingsFields(),
    },
    savedWords: stopWords,
    fieldsNow: async (db) => settingsFields(await readJobs(db)),
  },
];
