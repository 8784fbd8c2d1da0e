import { data } from "react-router";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { locales } from "#domain/content/language.ts";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { verses } from "#domain/content/quran.ts";
import {
  metals,
  nisabIn,
  nisabWeights,
  preferredMetal,
  staleDays,
  type Metal,
} from "#domain/zakat/calculate.ts";
import { contentContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { calculatorScript } from "#app/browser/small-script-address.server.ts";
import { Island } from "#app/islands/island.tsx";
import { localAddress } from "#app/site/address.ts";
import type { DescribedPicture as Described } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { useFund, useSite } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { typedIn, type MetalPrices } from "./entered.ts";
import { fill } from "./fill.ts";
import { preferredNisab, pricesFor } from "./prices.ts";
import { ShortCalculator } from "./short-calculator.tsx";
import { addsFee } from "./tick.tsx";
import { useWhereToGive, type WhereToGive } from "./where-to-give.ts";
import { calculatorWords, fullWords } from "./words.ts";
import formStyles from "#app/ui/form.css?inline";
import calculatorStyles from "./calculator.css?inline";
import learnStyles from "./learn-more.css?inline";
import type { Route } from "./+types/learn-more";

export const handle = { styles: formStyles + calculatorStyles + learnStyles };

const defaultWealth = "10,000,000";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const keeping = context.get(keepingContext);
  keeping.subjects.add("campaigns without figures");
  const today = dayOf(new Date());
  const page = {
    assets: searchParams.has("assets") ? typedIn(searchParams, "assets") : defaultWealth,
    debts: typedIn(searchParams, "debts"),
    withFee: addsFee(searchParams),
    isAnswer: search !== "",
    campaigns: await context.get(contentContext).zakatCampaigns(),
    origin: context.get(originContext),
    today,
    script: calculatorScript(),
  };
  return data(page, { headers: page.isAnswer ? { "Referrer-Policy": "no-referrer" } : {} });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function LearnMore({ loaderData }: Route.ComponentProps) {
  const { isAnswer, campaigns, origin, today } = loaderData;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const prices = pricesFor(useSite().settings, language);
  const path = localAddress(language, "/zakat/learn-more");
  return (
    <>
      <script type="module" async src={loaderData.script} />
      <PageHead
        origin={origin}
        fund={fund}
        title={t("zakat.learn.title")}
        description={t("zakat.learn.description")}
        picture={campaigns.zakat?.picture ?? null}
        hidden={isAnswer}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("zakat.page.title"), path: localAddress(language, "/zakat") },
            { name: t("zakat.learn.title"), path },
          ]),
        ]}
      />
      <Definition picture={campaigns.zakat?.picture ?? null} />
      <Calculator
        assets={loaderData.assets}
        debts={loaderData.debts}
        withFee={loaderData.withFee}
        prices={prices}
        whereToGive={useWhereToGive(campaigns, today)}
      />
      <Eligibility />
      <Nisabs prices={prices} today={today} />
      <Beneficiaries />
      <AtTheFund />
      <Questions />
    </>
  );
}

function Definition({ picture }: { picture: Described | null }) {
  const t = useText();
  const language = useLanguage();
  const { arabic, chapterAndVerse, ...translations } = verses.alms;
  return (
    <section className="learn-head on-deep">
      <div className="wrap">
        <div>
          <h1>{t("zakat.learn.title")}</h1>
          <p className="lead">{t("zakat.learn.definition")}</p>
        </div>
        {picture && (
          <div className="learn-picture">
            <DescribedPicture picture={picture} sizes="(min-width: 64rem) 22.5rem, 60vw" priority />
          </div>
        )}
        <blockquote className="learn-verse">
          <p lang="ar" dir="rtl">
            {arabic}
          </p>
          <p>{translations[language]}</p>
          <footer>{t("zakat.learn.verseSource", { verse: chapterAndVerse })}</footer>
        </blockquote>
      </div>
    </section>
  );
}

function Eligibility() {
  const t = useText();
  const cards = ["person", "year", "assets"] as const;
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t("zakat.learn.eligibilityTitle")}</h2>
        <ul className="learn-cards plain-list">
          {cards.map((card) => (
            <li key={card}>
              <h3>{t(`zakat.learn.${card}Title`)}</h3>
              <p>{t(`zakat.learn.${card}Text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Nisabs({ prices, today }: { prices: MetalPrices | null; today: string }) {
  const t = useText();
  const language = useLanguage();
  const stale = prices && staleDays(prices, today);
  return (
    <section className="band learn-nisab">
      <div className="wrap">
        <h2>{t("zakat.learn.nisabTitle")}</h2>
        <p className="lead">{t("zakat.learn.nisabText")}</p>
        <div className="nisab-cards">
          {metals.map((metal) => (
            <NisabCard key={metal} metal={metal} price={prices && prices[metal]} />
          ))}
        </div>
        {prices && (
          <p className="field-hint">
            {t("zakat.learn.prices", { date: formatDay(prices.asOf, language), source: prices.source })}
          </p>
        )}
        {stale !== null && <p className="warning">{fill(fullWords(language).stale, { days: stale })}</p>}
      </div>
    </section>
  );
}

function NisabCard({ metal, price }: { metal: Metal; price: number | null }) {
  const t = useText();
  const language = useLanguage();
  const isPreferred = metal === preferredMetal;
  const grams = new Intl.NumberFormat(locales[language]).format(Number(nisabWeights[metal]) / 1000);
  return (
    <article className="nisab-card" data-metal={metal}>
      <div className="nisab-name">
        <h3>{t(`zakat.learn.${metal}Nisab`)}</h3>
        {isPreferred && <p className="preferred">{t("zakat.learn.preferred")}</p>}
      </div>
      <p className="nisab-grams">{t("zakat.learn.grams", { grams })}</p>
      <p className="nisab-today">
        {price === null
          ? t("zakat.learn.noPrices")
          : t("zakat.learn.today", {
              amount: formatMoney(nisabIn(metal, tzs(price)), language),
              price: formatMoney(tzs(price), language),
            })}
      </p>
      <p className="field-hint">{isPreferred ? t("zakat.learn.preferredText") : t("zakat.learn.goldText")}</p>
    </article>
  );
}

type CalculatorProps = {
  assets: string;
  debts: string;
  withFee: boolean;
  prices: MetalPrices | null;
  whereToGive: WhereToGive;
};

function Calculator({ assets, debts, withFee, prices, whereToGive }: CalculatorProps) {
  const t = useText();
  const language = useLanguage();
  const words = calculatorWords(language);
  return (
    <section className="band sunk" id="calculator">
      <div className="wrap learn-columns">
        <div>
          <h2>{t("zakat.learn.calculatorTitle")}</h2>
          <p className="lead">{t("zakat.learn.calculatorText")}</p>
          <p className="learn-privacy">{t("zakat.page.privacy")}</p>
        </div>
        {/* Its pay button opens the dialog on this page. */}
        <div data-island="donation" data-plain="" data-props="{}">
          <Island
            name="zakat"
            plain
            of={ShortCalculator}
            props={{
              id: "learn-zakat",
              action: `${localAddress(language, "/zakat/learn-more")}#calculator`,
              language,
              words,
              fields: [
                { name: "assets", label: words.assets, typed: assets, counts: "asset" },
                { name: "debts", label: words.debts, typed: debts, counts: "debt" },
              ],
              nisab: preferredNisab(prices),
              whereToGive,
              fee: withFee ? "added" : "removed",
            }}
          />
        </div>
      </div>
    </section>
  );
}

const beneficiaries = [
  "poor",
  "needy",
  "collectors",
  "hearts",
  "captives",
  "debtors",
  "cause",
  "traveller",
] as const;

function Beneficiaries() {
  const t = useText();
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t("zakat.learn.beneficiariesTitle")}</h2>
        <p className="lead">{t("zakat.learn.beneficiariesText")}</p>
        <div className="beneficiaries">
          {beneficiaries.map((each) => (
            <details key={each} name="beneficiary">
              <summary>
                <h3>{t(`zakat.learn.beneficiaries.${each}Title`)}</h3>
              </summary>
              <p>{t(`zakat.learn.beneficiaries.${each}Text`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

function AtTheFund() {
  const t = useText();
  return (
    <section className="band on-deep">
      <div className="wrap learn-columns">
        <div>
          <h2>{t("zakat.learn.fundTitle")}</h2>
          <p className="lead">{t("zakat.learn.fundText")}</p>
        </div>
        <div>
          <ul className="learn-groups plain-list">
            <li>{t("zakat.learn.poorStudents")}</li>
            <li>{t("zakat.learn.needyStudents")}</li>
            <li>{t("zakat.learn.indebtedStudents")}</li>
          </ul>
          <p className="learn-promise">{t("zakat.learn.fundPromise")}</p>
        </div>
      </div>
    </section>
  );
}

function Questions() {
  const t = useText();
  const language = useLanguage();
  const questions = ["when", "changing", "fee"] as const;
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t("zakat.learn.questionsTitle")}</h2>
        <dl className="learn-questions">
          {questions.map((question) => (
            <div key={question}>
              <dt>{t(`zakat.learn.${question}Question`)}</dt>
              <dd>{t(`zakat.learn.${question}Answer`)}</dd>
            </div>
          ))}
        </dl>
        <p className="learn-actions">
          <a className="button" href={localAddress(language, "/zakat")}>
            {t("zakat.learn.calculate")}
          </a>
          <a className="button quiet" href={localAddress(language, "/campaigns")}>
            {t("zakat.learn.campaigns")}
          </a>
        </p>
      </div>
    </section>
  );
}
