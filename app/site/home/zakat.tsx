import type { Section } from "#domain/content/sections.ts";
import { Island } from "#app/islands/island.tsx";
import { localAddress } from "#app/site/address.ts";
import { useSite } from "#app/site/fund.ts";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { typedIn } from "#app/site/zakat/entered.ts";
import { preferredNisab, pricesFor } from "#app/site/zakat/prices.ts";
import { ShortCalculator } from "#app/site/zakat/short-calculator.tsx";
import type { WhereToGive } from "#app/site/zakat/where-to-give.ts";
import { calculatorWords } from "#app/site/zakat/words.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

const names = ["cash", "metals", "investments"] as const;

export type HomeCalculation = { typed: Record<(typeof names)[number], string>; isAnswer: boolean };

export function homeCalculation(query: URLSearchParams): HomeCalculation {
  return {
    typed: {
      cash: typedIn(query, "cash"),
      metals: typedIn(query, "metals"),
      investments: typedIn(query, "investments"),
    },
    isAnswer: names.some((name) => query.has(name)),
  };
}

type Props = {
  section: Section<"home-zakat">;
  calculation: HomeCalculation;
  whereToGive: WhereToGive;
};

export function ZakatSection({ section, calculation, whereToGive }: Props) {
  const t = useText();
  const language = useLanguage();
  const prices = pricesFor(useSite().settings, language);
  return (
    <section className="band on-deep" id="zakat">
      <div className="wrap home-zakat">
        <div>
          <TranslatedText as="h2" text={section.title} />
          <TranslatedText as="p" className="lead" text={section.text} />
          <PhoneFold summary={t("zakat.home.points")}>
            <ul className="zakat-points plain-list">
              {section.points.map((point) => (
                <li key={point.title.en}>
                  <TranslatedText as="h3" text={point.title} />
                  <TranslatedText as="p" text={point.text} />
                </li>
              ))}
            </ul>
          </PhoneFold>
          <p className="zakat-more">
            <a className="button quiet" href={localAddress(language, "/zakat/learn-more")}>
              {t("zakat.home.learn")}
            </a>
          </p>
        </div>
        {/* Its pay button opens the dialog on this page. */}
        <div data-island="donation" data-plain="" data-props="{}">
          <Island
            name="zakat"
            plain
            of={ShortCalculator}
            props={{
              id: "home-zakat",
              action: localAddress(language, "/#zakat-result"),
              language,
              words: calculatorWords(language),
              fields: names.map((name) => ({
                name,
                label: t(`zakat.home.${name}`),
                typed: calculation.typed[name],
                counts: "asset" as const,
              })),
              nisab: preferredNisab(prices),
              whereToGive,
              fee: "not offered",
            }}
          />
          <p className="zakat-alone">{t("zakat.home.alone")}</p>
          <a className="button quiet wide" href={localAddress(language, "/zakat")}>
            {t("zakat.home.full")}
          </a>
        </div>
      </div>
    </section>
  );
}
