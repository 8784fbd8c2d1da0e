import type { ReactNode } from "react";
import { formatDay, type Day } from "#domain/system/calendar.ts";
import { inLanguage, locales } from "#domain/content/language.ts";
import { formatMoney } from "#domain/money/money.ts";
import type { Section } from "#domain/content/sections.ts";
import type { Range } from "#domain/donations/statistics.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { ExternalNote } from "#app/site/external-note.tsx";
import type { Outcome } from "#database/campaigns/updates.ts";
import type { Statistics } from "#database/donations/statistics.ts";
import { BusyButton } from "#app/islands/busy-button.tsx";
import { CountUp } from "#app/islands/count-up.tsx";
import { Island } from "#app/islands/island.tsx";
import { Figure } from "#app/site/cached/figure.tsx";
import { openingOf } from "#app/site/first-sentence.ts";
import { localAddress } from "#app/site/address.ts";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";

const duration = 2500;

type Impact = {
  outcomes: Outcome[];
  statistics: Statistics;
  range: Range;
  isRange: boolean;
  /** Figures of other systems are known for all time only. */
  leavesOutExternal: boolean;
  today: Day;
};

export function ImpactSection({ section, impact }: { section: Section<"impact">; impact: Impact }) {
  const t = useText();
  const { statistics, isRange } = impact;
  return (
    <section className="band impact" id="impact">
      <div className="wrap">
        <TranslatedText as="h2" text={section.title} />
        <div className="impact-columns">
          <Outcomes outcomes={impact.outcomes} />
          <div className="impact-panel" id="figures">
            {isRange ? (
              <Sums statistics={statistics} isRange />
            ) : (
              <Figure of="totals" now={statistics}>
                {(now) => <Sums statistics={now} isRange={false} />}
              </Figure>
            )}
            <TranslatedText as="p" className="figure-note" text={section.text} />
            {impact.leavesOutExternal && <p className="figure-note">{t("home.impact.onlyHere")}</p>}
            <DateRange impact={impact} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** The results of donations come before their sum. */
function Outcomes({ outcomes }: Pick<Impact, "outcomes">) {
  const language = useLanguage();
  if (outcomes.length === 0) return null;
  return (
    <ul className="outcomes plain-list">
      {outcomes.map(({ campaignId, title, content, picture }) => {
        const said = inLanguage(content, language);
        return (
          <li key={campaignId}>
            <DescribedPicture picture={picture} sizes="(min-width: 48rem) 10rem, 5.5rem" />
            <div>
              <p lang={said.lang === language ? undefined : said.lang}>{openingOf(said.text)}</p>
              <a className="covering" href={localAddress(language, `/campaigns/${campaignId}#updates`)}>
                <TranslatedText text={title} />
              </a>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Sums({ statistics, isRange }: Pick<Impact, "statistics" | "isRange">) {
  const t = useText();
  const language = useLanguage();
  // The total of past days does not change.
  const live = (name: string) => (isRange ? undefined : name);
  return (
    <>
      <dl className="impact-cards">
        <ImpactCard
          label={t("home.impact.totalDonated")}
          figure={{ value: Number(statistics.raised.amount), currency: "TZS", live: live("*.raised") }}
        >
          {statistics.others
            .map((money) => t("home.impact.others", { amount: formatMoney(money, language) }))
            .join(" ")}
        </ImpactCard>
        <ImpactCard
          label={t("home.impact.totalDonors")}
          figure={{ value: statistics.donors, live: live("*.donors") }}
        />
        <ImpactCard
          label={t("home.impact.activeCampaigns")}
          figure={{ value: statistics.active, live: live("*.active") }}
        />
        <ImpactCard
          label={t("home.impact.successRate")}
          figure={{ value: statistics.successRate, suffix: "%", live: live("*.successRate") }}
        >
          {t("home.impact.reached", { reached: statistics.reached, all: statistics.campaigns })}
        </ImpactCard>
      </dl>
      {statistics.external && <ExternalNote figures={statistics.external} />}
    </>
  );
}

type CardProps = {
  label: string;
  figure: { value: number; currency?: string; suffix?: string; live?: string | undefined };
  children?: ReactNode;
};

function ImpactCard({ label, figure, children }: CardProps) {
  const locale = locales[useLanguage()];
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">
        <CountUp {...figure} locale={locale} duration={duration} />
      </dd>
      {children && <dd className="figure-note">{children}</dd>}
    </div>
  );
}

/** Changes the numbers for this visitor only. The text states the range, and totals elsewhere stay the same. */
function DateRange({ impact: { range, isRange, today } }: { impact: Impact }) {
  const t = useText();
  const language = useLanguage();
  const home = localAddress(language, "/");
  const written = (day: Day) => formatDay(day, language);
  return (
    <>
      {isRange && (
        <p className="range-note" role="status">
          {t("home.impact.range", { from: written(range.from), to: written(range.to) })}{" "}
          <a href={`${home}#impact`}>{t("home.impact.everything")}</a>
        </p>
      )}
      <details className="range" open={isRange}>
        <summary>{t("home.impact.toggle")}</summary>
        <form action={`${home}#impact`} method="get">
          <label>
            {t("home.impact.from")}
            <input type="date" name="fromdate" defaultValue={range.from} max={today} required />
          </label>
          <label>
            {t("home.impact.to")}
            <input type="date" name="todate" defaultValue={range.to} max={today} required />
          </label>
          <Island
            name="busy-button"
            of={BusyButton}
            props={{ label: t("home.impact.update"), busy: t("home.impact.loading") }}
          />
        </form>
      </details>
    </>
  );
}
