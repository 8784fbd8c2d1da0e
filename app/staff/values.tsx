import { timeZone } from "#domain/calendar.ts";
import { locales } from "#domain/language.ts";
import { formatMoney, type Money } from "#domain/money.ts";

// A browser may know other words than the server for the same thing; what the server wrote then stays.

const moment = new Intl.DateTimeFormat(locales.en, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone,
});

/** A moment by the fund's clock. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} suppressHydrationWarning>
      {moment.format(at)}
    </time>
  );
}

export function Amount({ of }: { of: Money }) {
  return (
    <span className="amount" suppressHydrationWarning>
      {formatMoney(of, "en")}
    </span>
  );
}
