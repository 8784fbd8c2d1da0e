import { paymentSums, readPaymentsByProvider, type ByProvider } from "#database/payments/figures.ts";
import {
  methodSums,
  readCampaignSums,
  readMethodSums,
  type CampaignSum,
  type MethodSum,
} from "#database/donations/figures.ts";
import type { Reads } from "#database/sql.server.ts";
import { storeSumsOfDays } from "#operations/system/store-sums-of-days.ts";
import { methodWords, networkWords, providerWords } from "#app/staff/donations/words.ts";
import type { Comparison, ComparedRow } from "./comparison.tsx";
import type { Ranges } from "./query.ts";

export async function readDonationComparisons(db: Reads, { range, before }: Ranges): Promise<Comparison[]> {
  await storeSumsOfDays(db, [methodSums, paymentSums], { from: before.from, to: range.to });
  const [campaigns, methods, providers] = await Promise.all([
    readCampaignSums(db, range, before),
    readMethodSums(db, range, before),
    readPaymentsByProvider(db, range, before),
  ]);
  const list = `/admin/donations?${new URLSearchParams({ ...range, state: "completed" })}`;
  return [byCampaign(campaigns, list), byMethod(methods, list), byNetwork(methods), ofProviders(providers)];
}

const money = { unit: "shillings", more: ["Donations"] } as const;

const byCampaign = (sums: CampaignSum[], list: string): Comparison => ({
  ...{
    ...money,
    more: [...money.more],
    id: "by-campaign",
    title: "Donations by campaign",
    names: "Campaign",
  },
  note: "Shillings in the ledger, less refunds and reversals.",
  rows: sums.map(({ campaign, title, raised, donors, raisedBefore }) => ({
    ...{ name: title, address: `${list}&campaign=${campaign}`, value: raised, before: raisedBefore },
    cells: [String(donors)],
  })),
});

const byMethod = (sums: MethodSum[], list: string): Comparison => ({
  ...{ ...money, more: [...money.more], id: "by-method", title: "Donations by payment method" },
  names: "Payment method",
  note: "The same sums by payment method. Bank transfers and cash were entered by staff.",
  rows: summed(sums, ({ method }) => ({ name: methodWords[method], address: `${list}&method=${method}` })),
});

const byNetwork = (sums: MethodSum[]): Comparison => ({
  ...{ ...money, more: [...money.more], id: "by-network", title: "Donations by mobile network" },
  names: "Network",
  note: "Mobile money only. On the Selcom page the donor chooses the network, so we may not know it.",
  rows: summed(
    sums.filter(({ method }) => method === "mobile"),
    ({ network }) => ({ name: network === null ? "Not known" : networkWords[network] }),
  ),
});

type Named = Pick<ComparedRow, "name" | "address">;

/** The largest first. */
function summed(sums: MethodSum[], nameOf: (sum: MethodSum) => Named): ComparedRow[] {
  const groups = Map.groupBy(sums, (each) => nameOf(each).name);
  const total = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);
  return [...groups.values()]
    .flatMap((own): ComparedRow[] => {
      const named = own[0] && nameOf(own[0]);
      if (named === undefined) return [];
      return [
        {
          ...named,
          value: total(own.map(({ raised }) => raised)),
          before: total(own.map(({ raisedBefore }) => raisedBefore)),
          cells: [String(own.reduce((all, { donors }) => all + donors, 0))],
        },
      ];
    })
    .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0));
}

const ofProviders = (providers: ByProvider[]): Comparison => ({
  ...{ id: "providers", title: "Payment providers", unit: "percent", names: "Provider" },
  note: "Of the payments that began in this period and have ended: the share that was paid. The times run from the request to the confirmation, for half and for nine of ten paid payments.",
  more: ["Begun", "Ended", "Paid", "Half confirmed within", "9 of 10 within"],
  rows: providers.map(({ provider, method, ...of }) => ({
    name: `${providerWords[provider]} (${methodWords[method].toLowerCase()})`,
    value: percent(of.paid, of.ended),
    before: percent(of.paidBefore, of.endedBefore),
    cells: [of.begun, of.ended, of.paid].map(String).concat([of.median, of.slowest].map(duration)),
  })),
});

const percent = (part: number, whole: number) => BigInt(whole === 0 ? 0 : Math.round((part / whole) * 100));

function duration(seconds: number | null): string {
  if (seconds === null) return "";
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
