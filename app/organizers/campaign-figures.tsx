import type { SourceCount } from "#database/visitors/campaign-sources.ts";
import type { Compared } from "#domain/donations/periods.ts";
import { formatCompact, formatMoney, type Currency } from "#domain/money/money.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { Chart } from "#app/staff/figures/chart.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

/** Sums only: an organizer sees no donor. */
export function DonationDays({ parts, currency }: { parts: Compared[]; currency: Currency }) {
  const t = useText();
  const language = useLanguage();
  const days = parts.length;
  const amount = parts.reduce((sum, { raised }) => sum + raised, 0n);
  const count = parts.reduce((sum, { donors }) => sum + donors, 0);
  const words = t("figures.sum", { amount: formatMoney({ amount, currency }, language), count, days });
  return (
    <section className="organizer-card" aria-labelledby="by-day">
      <h2 id="by-day">{t("figures.title")}</h2>
      <p>{words}</p>
      <Chart
        points={parts.map(({ part, raised, before }) => ({ part, value: raised, before: before.raised }))}
        label={words}
        language={language}
        write={(value) => formatCompact({ amount: value, currency }, language)}
        legend={{
          now: t("figures.now", { days }),
          before: t("figures.before", { days }),
          cut: t("figures.cut"),
        }}
      />
      <details>
        <summary>{t("figures.numbers")}</summary>
        <table className="organizer-table" aria-labelledby="by-day">
          <thead>
            <tr>
              <th scope="col">{t("figures.day")}</th>
              <th scope="col">{t("figures.amount")}</th>
              <th scope="col">{t("figures.donations")}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ part, raised, donors }) => (
              <tr key={part.from}>
                <th scope="row">{formatDay(part.from, language)}</th>
                <td>{formatMoney({ amount: raised, currency }, language)}</td>
                <td>{donors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

export function VisitSources({ sources, days }: { sources: SourceCount[]; days: number }) {
  const t = useText();
  return (
    <section className="organizer-card" aria-labelledby="sources">
      <h2 id="sources">{t("figures.sources")}</h2>
      <p>{t("figures.sourcesText", { days })}</p>
      {sources.length === 0 ? (
        <p>{t("figures.noVisits")}</p>
      ) : (
        <table className="organizer-table" aria-labelledby="sources">
          <thead>
            <tr>
              <th scope="col">{t("figures.source")}</th>
              <th scope="col">{t("figures.visitors")}</th>
              <th scope="col">{t("figures.started")}</th>
              <th scope="col">{t("figures.paid")}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ source, visitors, started, paid }) => (
              <tr key={source}>
                <th scope="row">{source === "" ? t("figures.unknownSource") : source}</th>
                <td>{visitors}</td>
                <td>{started}</td>
                <td>{paid}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
