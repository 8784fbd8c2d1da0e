import { paymentSums, readPaymentsByNetwork, type ByNetwork } from "#database/payments/figures.ts";
import { readVisits, type DayVisits, type VisitCount, type Visits } from "#database/visitors/figures.ts";
import { readTitles } from "#database/campaigns/staff.ts";
import type { Reads } from "#database/sql.server.ts";
import { storeSumsOfDays } from "#operations/system/store-sums-of-days.ts";
import { networkWords } from "#app/staff/donations/words.ts";
import type { Comparison, ComparedRow } from "./comparison.tsx";
import { campaignOf, pageName } from "./page-names.ts";
import type { Ranges } from "./query.ts";

type VisitorFigures = { days: DayVisits[]; comparisons: Comparison[] };

export async function readVisitorFigures(db: Reads, { range, before }: Ranges): Promise<VisitorFigures> {
  await storeSumsOfDays(db, [paymentSums], { from: before.from, to: range.to });
  const [{ days, counts }, networks] = await Promise.all([
    readVisits(db, range, before),
    readPaymentsByNetwork(db, range, before),
  ]);
  const campaigns = [...counts.page, ...counts["last-page"]].flatMap(({ name }) => campaignOf(name) ?? []);
  const titles = await readTitles(db, [...campaigns, ...counts.share.map(({ name }) => name)]);
  const titleOf = (id: string) => titles.get(id) ?? id;
  const named: Visits["counts"] = {
    ...counts,
    ...{ page: pagesOf(counts.page, titleOf), "last-page": pagesOf(counts["last-page"], titleOf) },
    share: renamed(counts.share, titleOf),
    "share-way": renamed(counts["share-way"], (way) => shareWays[way] ?? way),
    device: renamed(counts.device, (device) => device.replace(/^./, (letter) => letter.toUpperCase())),
    language: renamed(counts.language, languageName),
  };
  return { days, comparisons: [...stepsOf(counts.step), ...paymentsOf(networks), ...tablesOf(named)] };
}

function pagesOf(counts: VisitCount[], titleOf: (id: string) => string): VisitCount[] {
  const named = counts.flatMap((count) => {
    const name = pageName(count.name, titleOf);
    return name === null ? [] : [{ ...count, name }];
  });
  return withoutRepeats(named);
}

const renamed = (counts: VisitCount[], nameOf: (name: string) => string): VisitCount[] =>
  withoutRepeats(counts.map((count) => ({ ...count, name: nameOf(count.name) })));

const shareWays: Record<string, string> = {
  ...{ whatsapp: "WhatsApp", twitter: "X", facebook: "Facebook", sms: "SMS" },
  ...{ copy: "Copied link", poster: "Poster" },
};

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** The rare languages of a busy day share the name "(other)". */
function languageName(code: string): string {
  if (code === "sw") return "Kiswahili";
  return /^[a-z]{2,3}$/.test(code) ? (languageNames.of(code) ?? code) : code;
}

/** Two campaigns can have one title, and two codes one language. */
function withoutRepeats(counts: VisitCount[]): VisitCount[] {
  return [...Map.groupBy(counts, ({ name }) => name).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.reduce(
          (sum, each) => ({
            ...sum,
            visitors: sum.visitors + each.visitors,
            times: sum.times + each.times,
            visitorsBefore: sum.visitorsBefore + each.visitorsBefore,
            ...{ seconds: null, depth: null },
          }),
          first,
        ),
  );
}

/** Visitors who agreed to be counted. Without any, there are no steps. */
function stepsOf(steps: VisitCount[]): Comparison[] {
  const visitors = (name: string, label: string): ComparedRow => {
    const step = steps.find((each) => each.name === name);
    const [value, before] = [BigInt(step?.visitors ?? 0), BigInt(step?.visitorsBefore ?? 0)];
    return { name: label, value, before, cells: [] };
  };
  const rows = [
    visitors("campaign", "Opened a campaign or its donation form"),
    visitors("form", "Began a donation form"),
  ];
  const hasVisits = rows.some(({ value, before }) => value > 0n || before > 0n);
  return [
    {
      ...{ id: "steps", title: "From campaign to donation form", unit: "visitors", names: "Step", more: [] },
      note: "Visitors who agreed to be counted.",
      rows: hasVisits ? rows : [],
    },
  ];
}

/** All payments, also those of visitors who are not counted. */
function paymentsOf(networks: ByNetwork[]): Comparison[] {
  const sum = (of: (network: ByNetwork) => number) =>
    BigInt(networks.reduce((all, network) => all + of(network), 0));
  const rows = [
    {
      ...{ name: "Payment begun", cells: [] },
      ...{ value: sum(({ begun }) => begun), before: sum(({ begunBefore }) => begunBefore) },
    },
    {
      ...{ name: "Paid", cells: [] },
      ...{ value: sum(({ paid }) => paid), before: sum(({ paidBefore }) => paidBefore) },
    },
  ];
  return [
    {
      ...{ id: "payments", title: "Payments begun and paid", unit: "payments", names: "Step", more: [] },
      note: "All payments, also those of visitors who did not agree to be counted.",
      rows,
    },
    {
      ...{ id: "by-network", title: "Payments by network", unit: "payments", names: "Network" },
      note: "Payment requests and card payments that began in this period, and how many of them were paid.",
      more: ["Paid", "Paid before", "Share paid"],
      rows: networks.map(({ network, begun, begunBefore, paid, paidBefore }) => ({
        name: network === "card" ? "Card" : network === "other" ? "Network not known" : networkWords[network],
        ...{ value: BigInt(begun), before: BigInt(begunBefore), part: `${paid} paid` },
        cells: [String(paid), String(paidBefore), begun === 0 ? "" : `${Math.round((paid / begun) * 100)}%`],
      })),
    },
  ];
}

const unnamed: Record<string, string> = { source: "Direct or not shared", language: "Not known" };

function tablesOf(counts: Visits["counts"]): Comparison[] {
  const table = (
    id: keyof typeof counts,
    title: string,
    names: string,
    note: string,
    more: Record<string, (count: VisitCount) => string> = {},
  ): Comparison => ({
    ...{ id, title, names, note, unit: "visitors", more: Object.keys(more) },
    rows: counts[id].map((count) => ({
      name: count.name || (unnamed[id] ?? "Not known"),
      ...{ value: BigInt(count.visitors), before: BigInt(count.visitorsBefore) },
      cells: Object.values(more).map((cell) => cell(count)),
    })),
  });
  return [
    table(
      "page",
      "Pages",
      "Page",
      "Visitors who opened the page. Pages of staff and of accounts are not counted.",
      {
        Views: ({ times }) => String(times),
        "Average time": ({ seconds }) => (seconds === null ? "" : `${seconds} s`),
        "Average depth": ({ depth }) => (depth === null ? "" : `${depth}%`),
      },
    ),
    table("last-page", "Last pages", "Page", "The page on which a visit of that day ended."),
    table(
      "source",
      "Sources",
      "Source",
      "The website or the name in the link, if the visitor allowed Marketing.",
    ),
    table(
      "link",
      "Links with a name",
      "Source, medium and campaign",
      "Links with utm_source, utm_medium or utm_campaign.",
    ),
    table("share", "Campaigns shared", "Campaign", "Visitors who used a share link of the campaign."),
    table("share-way", "Ways of sharing", "Way", "The share link that they used."),
    table("device", "Devices", "Device", "The kind of device. We do not keep the browser or the model."),
    table("language", "Languages", "Language", "The first language of the browser."),
  ];
}
