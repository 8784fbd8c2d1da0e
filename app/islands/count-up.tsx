type Figure = {
  value: number;
  /** Formats with Intl, so that server and browser write the same number. */
  locale: string;
  currency?: string;
  suffix?: string;
  duration: number;
  /** The name under which news of it comes, where it moves while the page is open. */
  live?: string | undefined;
};

/** A figure that counts up once it is seen. The finished figure stands in the page from the start. */
export function CountUp({ value, locale, currency, suffix = "", duration, live }: Figure) {
  const format = new Intl.NumberFormat(locale, {
    ...(currency ? { style: "currency", currency, notation: "compact" } : {}),
    maximumFractionDigits: currency ? 1 : 0,
  });
  return (
    <count-up
      data-value={value}
      data-locale={locale}
      data-currency={currency}
      data-suffix={suffix || undefined}
      data-duration={duration}
      data-live={live}
    >
      {format.format(value) + suffix}
    </count-up>
  );
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "count-up": React.HTMLAttributes<HTMLElement>;
    }
  }
}
