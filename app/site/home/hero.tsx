import type { Campaign } from "#domain/campaigns/categories.ts";
import type { Hero } from "#domain/content/home.ts";
import { liveCounter, type LiveFigure } from "#domain/content/live-counter.ts";
import { locales } from "#domain/content/language.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Statistics } from "#database/donations/statistics.ts";
import { CountUp } from "#app/islands/count-up.tsx";
import { localAddress } from "#app/site/address.ts";
import { ArchPicture } from "#app/site/arch-picture.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { Figure } from "#app/site/cached/figure.tsx";
import { Part } from "#app/site/cached/part.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Featured } from "./featured.tsx";

const duration = 2000;

type Live = Pick<Statistics, "raised" | "donors" | "campaigns">;
type Props = { hero: Hero; totals: Statistics; featured: Campaign | null; today: Day };

export function HeroSection({ hero, totals, featured, today }: Props) {
  return (
    <section className="hero on-deep starred">
      <div className="wrap hero-columns" data-island="live" data-plain="">
        <Part>
          <Opening hero={hero} />
        </Part>
        {featured && (
          <Part>
            <Featured campaign={featured} today={today} />
          </Part>
        )}
        <Figure of="totals" now={totals}>
          {(now) => <Counters stats={hero.stats} live={now} />}
        </Figure>
      </div>
    </section>
  );
}

function Counters({ stats, live }: { stats: Hero["stats"]; live: Live }) {
  const t = useText();
  const written = useTranslated();
  return (
    <dl className="counters" aria-label={t("home.hero.live")}>
      {stats.filter(isComplete).map((stat) => (
        <div key={stat.label.en}>
          <dt>{written(stat.label)}</dt>
          <dd>
            <Counter stat={stat} live={live} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Opening({ hero }: { hero: Hero }) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  return (
    <>
      <div className="hero-words">
        <TranslatedText as="h1" text={hero.title} />
        <TranslatedText as="p" className="lead" text={hero.subtitle} />
        <p className="hero-actions">
          <a className="button gold" href="#campaigns">
            {written(hero.buttonText)}
          </a>
          <a className="button quiet" href={localAddress(language, "/zakat")}>
            {t("home.hero.learn")}
          </a>
        </p>
      </div>
      <div className="hero-picture">
        {hero.picture ? (
          <DescribedPicture picture={hero.picture} sizes="(min-width: 48rem) 24rem, 100vw" priority />
        ) : (
          <ArchPicture />
        )}
      </div>
    </>
  );
}

type Stat = Hero["stats"][number];

/** A label without its figure says nothing. */
const isComplete = ({ value, figure }: Stat) => value !== liveCounter || figure !== "";

/** Staff name the figures. A figure marked 'Live Counter' comes from the ledger. */
function Counter({ stat: { value, figure }, live }: { stat: Stat; live: Live }) {
  const locale = locales[useLanguage()];
  if (value !== liveCounter || figure === "") return value;
  return <CountUp {...countersOf(live)[figure]} locale={locale} duration={duration} />;
}

type Shown = { value: number; currency?: string; live: string };

const countersOf = ({ raised, donors, campaigns }: Live): Record<LiveFigure, Shown> => ({
  donors: { value: donors, live: "*.donors" },
  raised: { value: Number(raised.amount), currency: "TZS", live: "*.raised" },
  campaigns: { value: campaigns, live: "*.campaigns" },
});
