import { readPaymentsByNetwork, type ByNetwork } from "#database/payments/figures.ts";
import { readVisits, type DayVisits, type VisitCount, type Visits } from "#database/visitors/figures.ts";
import type { Reads } from "#database/sql.server.ts";
import { networkWords } from "#app/staff/donations/words.ts";
import type { Comparison, ComparedRow } from "./comparison.tsx";
import type { Ranges } from "./query.ts";

type VisitorFigures = { days: DayVisits[]; comparisons: Comparison[] };

export async function readVisitorFigures(db: Reads, { range, before }: Ranges): Promise<VisitorFigures> {
  const [{ days, counts }, networks] = await Promise.all([
    readVisits(db, range, before),
    readPaymentsByNetwork(db, range, before),
  ]);
  return { days, comparisons: [...funnelOf(counts.step, networks), ...tablesOf(counts)] };
}

function funnelOf(steps: VisitCount[], networks: ByNetwork[]): Comparison[] {
  const step = (name: string) => steps.find((each) => each.name === name);
  const visitors = (name: string, label: string): ComparedRow => ({
    ...{
      name: label,
      value: BigInt(step(name)?.visitors ?? 0),
      before: BigInt(step(name)?.visitorsBefore ?? 0),
    },
    cells: ["Visitors who agreed"],
  });
  const sum = (of: (network: ByNetwork) => number) =>
    BigInt(networks.reduce((all, network) => all + of(network), 0));
  const payments = "All payments";
  const visits = [visitors("campaign", "Opened a campaign"), visitors("form", "Began a donation form")];
  const hasVisits = visits.some(({ value, before }) => value > 0n || before > 0n);
  return [
    {
      ...{
        id: "funnel",
        title: "From campaign to payment",
        unit: "count",
        names: "Step",
        more: ["Counted from"],
      },
      note: hasVisits
        ? "The first two steps count only visitors who agreed to be counted. The last two count all payments, so compare each step with the period before and not with the step above."
        : "All payments. The steps before them appear when visitors have agreed to be counted.",
      rows: [
        ...(hasVisits ? visits : []),
        {
          ...{ name: "Payment begun", cells: [payments] },
          ...{ value: sum(({ begun }) => begun), before: sum(({ begunBefore }) => begunBefore) },
        },
        {
          ...{ name: "Paid", cells: [payments] },
          ...{ value: sum(({ paid }) => paid), before: sum(({ paidBefore }) => paidBefore) },
        },
      ],
    },
    {
      ...{ id: "by-network", title: "Payments by network", unit: "payments", names: "Network" },
      note: "Payment requests and card payments that began in this period, and how many of them were paid.",
      more: ["Paid", "Paid before", "Share paid"],
      rows: networks.map(({ network, begun, begunBefore, paid, paidBefore }) => ({
        name: network === "card" ? "Card" : network === "other" ? "Network not known" : networkWords[network],
        ...{ value: BigInt(begun), before: BigInt(begunBefore) },
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
    table("page", "Pages", "Page", "A colon marks a part of the address that we do not keep.", {
      Views: ({ times }) => String(times),
      "Average time": ({ seconds }) => (seconds === null ? "" : `${seconds} s`),
      "Average depth": ({ depth }) => (depth === null ? "" : `${depth}%`),
    }),
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
    table("device", "Devices", "Device", "A coarse kind. We do not keep the browser or the model."),
    table("language", "Languages", "Language", "The first language of the browser."),
  ];
}
