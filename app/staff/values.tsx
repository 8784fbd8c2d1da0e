import { Fragment } from "react";
import { dayOf, momentAt, timeZone } from "#domain/system/calendar.ts";
import { locales } from "#domain/content/language.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";

// A browser may format dates differently from the server; the server's text then stays.

const date = { day: "numeric", month: "short", year: "numeric", timeZone } as const;
const day = new Intl.DateTimeFormat(locales.en, date);
const moment = new Intl.DateTimeFormat(locales.en, {
  ...date,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export const momentWords = (at: Date) => moment.format(at);

/** A stored day in words. Other text stays as it is. */
export function storedDay(text: string): string {
  const start = momentAt(`${text}T00:00`);
  return start === null ? text : day.format(start);
}

export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} suppressHydrationWarning>
      {moment.format(at)}
    </time>
  );
}

/** As a moment, where only the day is known. */
export function DayOf({ at }: { at: Date }) {
  return (
    <time dateTime={dayOf(at)} suppressHydrationWarning>
      {day.format(at)}
    </time>
  );
}

/** Our references end in 13 digits, which stay together on a narrow screen. */
export function Reference({ of }: { of: string }) {
  return of.split(/(?<=_)/).map((part) => (
    <Fragment key={part}>
      {part}
      {part.endsWith("_") && <wbr />}
    </Fragment>
  ));
}

/** In a narrow column an address breaks after its @ or before a dot, not within a word. */
export function EmailAddress({ of }: { of: string }) {
  return of.split(/(?<=@)|(?=\.)/).map((part, at) => (
    // oxlint-disable-next-line no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

export function Amount({ of }: { of: Money }) {
  return (
    <span className="amount" suppressHydrationWarning>
      {formatMoney(of, "en")}
    </span>
  );
}

/** The age in the largest unit that fits. The title has the exact time. */
export function Age({ from, to, when = "open" }: { from: Date; to: Date; when?: keyof typeof agePhrases }) {
  return (
    <time dateTime={from.toISOString()} title={moment.format(from)} suppressHydrationWarning>
      {ageInWords(to.getTime() - from.getTime(), agePhrases[when])}
    </time>
  );
}

const agePhrases = {
  open: (age: string) => age,
  past: (age: string) => `${age} ago`,
  lasting: (age: string) => `for ${age}`,
};

function ageInWords(milliseconds: number, phrase: (age: string) => string): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes === 0) return "just now";
  const [count, unit]: [number, string] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / 1440), "day"];
  return phrase(`${count} ${unit}${count === 1 ? "" : "s"}`);
}
