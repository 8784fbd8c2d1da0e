type Figure = {
  value: number;
  /** Formats with Intl, so that server and browser write the same number. */
  locale: string;
  currency?: string;
  suffix?: string;
  duration: number;
  /** The event name of live updates, if the number changes while the page is open. */
  live?: string | undefined;
};

/** The page contains the final number, so it is right without script. */
export function CountUp({ value, locale, currency, suffix = "", duration, live }: Figure) {
  return (
    <count-up
      data-value={value}
      data-locale={locale}
      data-currency={currency}
      data-suffix={suffix || undefined}
      data-duration={duration}
      data-live={live}
    >
      {formatOf(locale, currency).format(value) + suffix}
    </count-up>
  );
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes much longer than using it. */
function formatOf(locale: string, currency: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const options: Intl.NumberFormatOptions = currency
    ? { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 }
    : { maximumFractionDigits: 0 };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "count-up": React.HTMLAttributes<HTMLElement>;
    }
  }
}
