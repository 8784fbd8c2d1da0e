import { addDays, dayOf, type Day } from "#domain/system/calendar.ts";

/** A submission is answered within this many office days. */
const reviewDays = 2;

/**
 * The fixed public holidays of Tanzania, as month and day. Easter and the feasts of the moon move, and the government
 * announces some of them only days before. They are not in the list, so a promised day can be one of them.
 */
const holidays = new Set([
  ...["01-01", "01-12", "04-07", "04-26", "05-01", "07-07"],
  ...["08-08", "10-14", "12-09", "12-25", "12-26"],
]);

/** The office is open from Monday to Saturday. */
export function isOfficeDay(day: Day): boolean {
  const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
  return !isSunday && !holidays.has(day.slice(5));
}

/** The last day for an answer. The day of the submission does not count. */
export function answerDay(submittedAt: Date): Day {
  let day = dayOf(submittedAt);
  for (let left = reviewDays; left > 0;) {
    day = addDays(day, 1);
    if (isOfficeDay(day)) left--;
  }
  return day;
}
