import type { Hero } from "#domain/content.ts";
import { locales } from "#domain/language.ts";
import type { Totals } from "#database/totals.ts";
import { CountUp, type CountUpGiven } from "#app/islands/count-up.tsx";
import { Island } from "#app/islands/island.tsx";
import { ArchPicture } from "#app/site/arch-picture.tsx";
import { useWritten, Written } from "#app/site/written.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Picture } from "#app/ui/picture.tsx";

const duration = 2000;

export function HeroSection({ hero, totals }: { hero: Hero; totals: Totals }) {
  const t = useText();
  const written = useWritten();
  return (
    <section className="hero on-deep">
      <div className="wrap hero-columns">
        <div className="hero-words">
          <Written as="h1" text={hero.title} />
          <Written as="p" className="lead" text={hero.subtitle} />
          <p className="hero-actions">
            <a className="button gold" href="#campaigns">
              {written(hero.buttonText)}
            </a>
          </p>
        </div>
        <div className="hero-picture">
          {hero.picture ? (
            <Picture
              picture={hero.picture}
              alt={written(hero.picture.alt)}
              sizes="(min-width: 48rem) 24rem, 15rem"
              priority
            />
          ) : (
            <ArchPicture />
          )}
        </div>
      </div>
      <dl className="counters wrap" aria-label={t("home.hero.live")}>
        {hero.stats.map((stat, at) => (
          <div key={stat.label.en}>
            <dt>{written(stat.label)}</dt>
            <dd>
              <Counter stat={stat.value} at={at} totals={totals} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Staff name the three figures; what says 'Live Counter' is taken from the ledger, in the specified order. */
function Counter({ stat, at, totals }: { stat: string; at: number; totals: Totals }) {
  const locale = locales[useLanguage()];
  const live = liveFigures(totals)[at];
  if (stat !== "Live Counter" || !live) return stat;
  return <Island name="count-up" of={CountUp} given={{ ...live, locale, duration }} />;
}

function liveFigures(totals: Totals): Omit<CountUpGiven, "locale" | "duration">[] {
  return [
    { value: totals.donors },
    { value: Number(totals.raised[0].amount), currency: "TZS" },
    { value: totals.activeCampaigns },
  ];
}
