import { z } from "zod";
import {
  classify,
  defaultDurationInDays,
  defaultLocation,
  defaultOrganizer,
  isCampaignId,
  isCategory,
  publicStatuses,
  unclassified,
  waqfuAlias,
  type Category,
  type PublicStatus,
  type SubType,
} from "#domain/campaigns/categories.ts";
import { slugFor } from "#domain/content/campaign-record.ts";
import { words } from "#domain/content/translated-text.ts";
import { currencies, minorUnits, type Currency } from "#domain/money/money.ts";
import { addDays, dayOf, type Day } from "#domain/system/calendar.ts";
import { columnsOf, type Columns } from "./columns.ts";
import { flag, optionalText, type TableRow } from "./table-row.ts";

export type ImportedCampaign = {
  id: string;
  /** The id of the earlier system, which its donations name. */
  earlierId: string;
  title: string;
  description: string;
  category: Category;
  subType: SubType;
  priority: number;
  goal: bigint;
  currency: Currency;
  organizer: string;
  location: string;
  isZakatEligible: boolean;
  status: PublicStatus;
  startDate: Day;
  endDate: Day;
  /** Otherwise the earlier system had none, and the campaign ends as a new one does. */
  hasOwnEnd: boolean;
  /** A category that this site does not have. The campaign gets none. */
  unknownCategory: string | null;
  raised: bigint;
  donors: bigint;
  hasPicture: boolean;
};

const moment = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Dates come as 2026-01-31 or as a time such as 2026-01-31 08:15:00+00. A time without a zone keeps its date. */
const day = optionalText.transform((text, context): Day | null => {
  if (text === "") return null;
  const read = readDay(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: `"${text}" is not a date` });
  return z.NEVER;
});

function readDay(text: string): Day | null {
  const [, date = text, zone] = moment.exec(text) ?? [];
  // JavaScript reads 31 February as 3 March.
  if (!z.iso.date().safeParse(date).success) return null;
  if (zone === undefined) return date;
  const minutes = zone.length === 3 ? `${zone}:00` : zone;
  const at = new Date(text.slice(0, -zone.length).trim().replace(" ", "T") + minutes);
  return Number.isNaN(at.getTime()) ? null : dayOf(at);
}

const row = z.object({
  id: optionalText,
  title: z.preprocess((text) => text ?? "", words(100)),
  description: z.preprocess((text) => text ?? "", words(1_000)),
  category: optionalText,
  goal_amount: optionalText,
  amount_raised: optionalText,
  donors_count: optionalText.refine((text) => /^\d{0,9}$/.test(text), "is not a number of people"),
  days_left: optionalText.refine((text) => /^\d{0,4}$/.test(text), "is not a number of days"),
  image: optionalText,
  campaign_image: optionalText,
  organizer: optionalText.pipe(z.string().max(120)),
  location: optionalText.pipe(z.string().max(160)),
  currency: optionalText.transform((text) => text.toUpperCase() || "TZS").pipe(z.enum(currencies)),
  status: optionalText.transform((text) => text.toLowerCase() || "active").pipe(z.enum(publicStatuses)),
  is_zakat_eligible: flag,
  start_date: day,
  end_date: day,
  created_at: day,
});

export const campaignColumns = {
  needed: ["title", "description", "goal_amount", "amount_raised", "donors_count"],
  read: columnsOf(row),
  notUsed: ["updated_at"],
} satisfies Columns;

/** A campaign without a start that ended before today began at its end at the latest. */
const earlier = (today: Day, endDate: Day | null) => (endDate !== null && endDate < today ? endDate : today);

export type ReadRow<Read> = { ok: true; read: Read } | { ok: false; problem: string };

/**
 * A row of the earlier system's table `campaigns`, or of its view, which counts `days_left` from the day of the export
 * and not from the start.
 */
export function readCampaignRow(
  cells: TableRow,
  { today, isOfView }: { today: Day; isOfView: boolean },
): ReadRow<ImportedCampaign> {
  const parsed = row.safeParse(cells);
  if (!parsed.success) return { ok: false, problem: problemsIn(parsed.error) };
  const { data } = parsed;
  const goal = minorUnits(data.goal_amount, data.currency);
  const raised = minorUnits(data.amount_raised || "0", data.currency);
  const donors = BigInt(data.donors_count || 0);
  const startDate = data.start_date ?? data.created_at ?? earlier(today, data.end_date);
  const endDate = endOf(data, { today, startsOn: isOfView ? today : startDate });
  const id = idFor(data);
  if (goal === null || goal === 0n)
    return wrong(`goal_amount "${data.goal_amount}" is not an amount above 0`);
  if (raised === null) return wrong(`amount_raised "${data.amount_raised}" is not an amount`);
  if (raised === 0n && donors > 0n) return wrong(`it has ${donors} donors and no money`);
  if (endDate < startDate) return wrong("its end date is before its start date");
  if (id === "") return wrong("its title has no letters of a URL");
  const kind = kindOf(data);
  return {
    ok: true,
    read: {
      ...{ id, earlierId: data.id, title: data.title, description: data.description, ...kind, goal },
      currency: data.currency,
      organizer: data.organizer || defaultOrganizer.en,
      location: data.location || defaultLocation.en,
      isZakatEligible: data.is_zakat_eligible || kind.category === "zakat",
      status: data.status,
      ...{ startDate, endDate, hasOwnEnd: data.end_date !== null || data.days_left !== "", raised, donors },
      unknownCategory:
        kind.category === unclassified && !["", unclassified].includes(data.category) ? data.category : null,
      hasPicture: data.image !== "" || data.campaign_image !== "",
    },
  };
}

/** Without an end, a campaign of last year would have ended 30 days after its start, and take no donations here. */
function endOf(
  { end_date: end, days_left: days, status }: z.output<typeof row>,
  { today, startsOn }: { today: Day; startsOn: Day },
): Day {
  if (end !== null) return end;
  if (days !== "") return addDays(startsOn, Number(days));
  const usual = addDays(startsOn, defaultDurationInDays);
  const fromToday = addDays(today, defaultDurationInDays);
  return status === "completed" || usual > fromToday ? usual : fromToday;
}

const wrong = (problem: string) => ({ ok: false as const, problem });

/** A number or a UUID is no readable address. */
function idFor({ id, title }: { id: string; title: string }): string {
  const isReadable = isCampaignId(id) && /[a-z]{3}/.test(id) && !/^[\da-f]{8}-[\da-f]{4}-/.test(id);
  return isReadable ? id : slugFor(title);
}

function kindOf({ title, category }: { title: string; category: string }) {
  const known = classify(title);
  if (known.category !== unclassified) return known;
  const given = category.toLowerCase();
  const slug = given === waqfuAlias ? "registered-waqfu" : given;
  return isCategory(slug) ? { ...known, category: slug } : known;
}

/** The first problem of each column. */
export function problemsIn(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return lines.join("; ");
}
