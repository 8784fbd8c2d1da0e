import { z } from "zod";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import type { Money } from "#domain/money/money.ts";
import { addDays, type Day } from "#domain/system/calendar.ts";
import { readParagraphs } from "#domain/donations/read-donor.ts";
import { lengthOf } from "./submission.ts";

export const changeStatuses = ["pending", "approved", "rejected"] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

/** The campaign as the organizer wants it. Null: it stays. */
export type WantedChange = {
  goal: Money | null;
  endDate: Day | null;
  use: string | null;
  reason: string;
};

export const changeLimits = {
  use: { fewest: 20, most: 1000 },
  reason: { fewest: 10, most: 1000 },
  /** From today. */
  days: { most: 365 },
} as const;

const changeFields = ["goal", "endDate", "use", "reason"] as const;
export type ChangeField = (typeof changeFields)[number];
export type EnteredChange = Record<ChangeField, string>;

export type ChangeProblem =
  | "nothing"
  | "goal"
  | "use-needed"
  | "end-date"
  | "end-date-past"
  | "end-date-late"
  | "use-short"
  | "use-long"
  | "reason-short"
  | "reason-long";

export type ReadChange = { ok: true; wanted: WantedChange } | { ok: false; problems: Problems };

type Present = { goal: Money; startDate: Day; endDate: Day; today: Day };

type Problems = { field: ChangeField; problem: ChangeProblem }[];

/** The form begins with the present goal and end date. Reads what differs, and returns all problems at the same time. */
export function readChange(entered: EnteredChange, present: Present): ReadChange {
  const problems: Problems = [];
  const goal = readGoal(entered.goal, present.goal, problems);
  const endDate = readEndDate(entered.endDate.trim(), present, problems);
  const use = readText(entered.use, "use", problems);
  const reason = readText(entered.reason, "reason", problems);
  // The budget explains the earlier goal only.
  if (goal !== null && use === "") problems.push({ field: "use", problem: "use-needed" });
  if (problems.length > 0) return { ok: false, problems };
  if (goal === null && endDate === null && use === "")
    return { ok: false, problems: [{ field: "goal", problem: "nothing" }] };
  return { ok: true, wanted: { goal, endDate, use: use === "" ? null : use, reason } };
}

function readGoal(typed: string, { amount, currency }: Money, problems: Problems): Money | null {
  const goal = readTypedAmount(typed, currency);
  if (goal === null) problems.push({ field: "goal", problem: "goal" });
  return goal === null || goal.amount === amount ? null : goal;
}

const isDay = z.iso.date();

function readEndDate(typed: string, present: Present, problems: Problems): Day | null {
  const { startDate, endDate, today } = present;
  if (typed === endDate) return null;
  const problem = !isDay.safeParse(typed).success
    ? "end-date"
    : typed < today || typed < startDate
      ? "end-date-past"
      : typed > addDays(today, changeLimits.days.most)
        ? "end-date-late"
        : null;
  if (problem !== null) problems.push({ field: "endDate", problem });
  return typed;
}

/** The use of the money can be empty, because it can stay. */
function readText(typed: string, field: "use" | "reason", problems: Problems): string {
  const text = readParagraphs(typed);
  const { fewest, most } = changeLimits[field];
  const isLeftOut = field === "use" && text === "";
  if (lengthOf(text) < fewest && !isLeftOut) problems.push({ field, problem: `${field}-short` });
  if (lengthOf(text) > most) problems.push({ field, problem: `${field}-long` });
  return text;
}
