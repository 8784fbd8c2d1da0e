import { useEffect, useState } from "react";

export type CountUpGiven = {
  value: number;
  /** How Intl writes the figure; both sides of the wire write the same. */
  locale: string;
  currency?: string;
  suffix?: string;
  duration: number;
};

/** A figure that counts up once it is seen. The finished figure stands in the page from the start. */
export function CountUp({ value, locale, currency, suffix = "", duration }: CountUpGiven) {
  const [shown, setShown] = useState(value);

  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const started = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min((now - started) / duration, 1);
      setShown(Math.round(value * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, duration]);

  const format = new Intl.NumberFormat(locale, {
    ...(currency ? { style: "currency", currency, notation: "compact" } : {}),
    maximumFractionDigits: currency ? 1 : 0,
  });
  return (
    <>
      <span className="visually-hidden">{format.format(value) + suffix}</span>
      <span aria-hidden="true">{format.format(shown) + suffix}</span>
    </>
  );
}
