import type { Range } from "./statistics.ts";

/** Money that the reporting service counted outside this site, in whole shillings. */
export type Reported = { raised: bigint; donors: number };

type ReportAnswer =
  | { kind: "figures"; figures: Reported }
  /** `why` is for the log. */
  | { kind: "failed"; reason: string };

export type Reporting = {
  /** The figures of one title at the service, or of all with null. */
  ask(title: string | null, range: Range): Promise<ReportAnswer>;
};

/** The subject of the service's overall figures. It is not a possible campaign. */
export const overallSubject = "*";

/** The campaigns for which the reporting service can have a till. */
export const externalCampaigns = [
  "conference-center",
  "girls-dormitories",
  "ablution-block",
  "student-scholarship",
  "zakat",
  "cash-waqfu",
  "fun-run-2025",
] as const;

export type ExternalCampaign = (typeof externalCampaigns)[number];

/** Their titles at the service, until staff change them. */
export const usualTitles: Record<ExternalCampaign, string> = {
  "conference-center": "conference center",
  "girls-dormitories": "girls dormitories",
  "ablution-block": "mosque",
  "student-scholarship": "scholarship",
  zakat: "zakat",
  "cash-waqfu": "cash waqfu",
  "fun-run-2025": "run",
};

/** Figures this recent are not fetched again. */
export const freshForMinutes = 10;
