import type { Range } from "#domain/donations/statistics.ts";
import { formatDay } from "#domain/system/calendar.ts";

export const chartWords = {
  legend: "Bars show this period. Lines show the period before.",
  beyond: "A triangle marks a value of the period before that is higher than the chart.",
};

export const wordsOf = ({ from, to }: Range) => `from ${formatDay(from, "en")} to ${formatDay(to, "en")}`;

export const daysOf = ({ from, to }: Range) =>
  from === to ? formatDay(from, "en") : `${formatDay(from, "en")} to ${formatDay(to, "en")}`;
