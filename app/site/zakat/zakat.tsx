import { data } from "react-router";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import type { DescribedPicture as Described } from "#domain/content/home.ts";
import { hijriNames } from "#domain/zakat/hijri.ts";
import { contentContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { calculatorScript } from "#app/browser/small-script-address.server.ts";
import { Island } from "#app/islands/island.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { useFund, useSite } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { enteredIn } from "./entered.ts";
import { FullCalculator } from "./full-calculator.tsx";
import { pricesFor } from "./prices.ts";
import { useWhereToGive } from "./where-to-give.ts";
import { fullWords } from "./words.ts";
import formStyles from "#app/ui/form.css?inline";
import calculatorStyles from "./calculator.css?inline";
import zakatStyles from "./zakat.css?inline";
import type { Route } from "./+types/zakat";

export const handle = { styles: formStyles + calculatorStyles + zakatStyles };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const keeping = context.get(keepingContext);
  keeping.subjects.add("campaigns without figures");
  const today = dayOf(new Date());
  const page = {
    entered: enteredIn(searchParams),
    isAnswer: search !== "",
    campaigns: await context.get(contentContext).zakatCampaigns(),
    origin: context.get(originContext),
    today,
    script: calculatorScript(),
  };
  return data(page, { headers: page.isAnswer ? { "Referrer-Policy": "no-referrer" } : {} });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function ZakatPage({ loaderData }: Route.ComponentProps) {
  const { entered, isAnswer, campaigns, origin, today } = loaderData;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const prices = pricesFor(useSite().settings, language);
  const whereToGive = useWhereToGive(campaigns, today);
  const path = localAddress(language, "/zakat");
  return (
    <>
      <script type="module" async src={loaderData.script} />
      <PageHead
        origin={origin}
        fund={fund}
        title={t("zakat.page.title")}
        description={t("zakat.page.description")}
        picture={campaigns.zakat?.picture ?? null}
        hidden={isAnswer}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("zakat.page.title"), path },
          ]),
        ]}
      />
      <Head picture={campaigns.zakat?.picture ?? null} />
      <div className="zakat-page wrap">
        {/* Its pay button opens the dialog on this page. */}
        <div data-island="donation" data-plain="" data-props="{}">
          <Island
            name="zakat"
            plain
            of={FullCalculator}
            props={{
              action: `${path}#zakat-result`,
              language,
              words: fullWords(language),
              entered,
              prices,
              hijri: hijriNames[language],
              today,
              whereToGive,
              reminder: { title: t("zakat.reminder.title"), text: t("zakat.reminder.text") },
            }}
          />
        </div>
        <p className="zakat-privacy">{t("zakat.page.privacy")}</p>
        <p className="zakat-printed">
          {t("zakat.page.printedBy", { fund, date: formatDay(today, language) })}
        </p>
      </div>
    </>
  );
}

function Head({ picture }: { picture: Described | null }) {
  const t = useText();
  return (
    <header className="zakat-head on-deep">
      <div className="wrap">
        <div>
          <h1>{t("zakat.page.title")}</h1>
          <p className="lead">{t("zakat.page.lead")}</p>
          <p className="zakat-learn">
            <a href={localAddress(useLanguage(), "/zakat/learn-more")}>{t("zakat.page.learn")}</a>
          </p>
        </div>
        {picture && (
          <div className="zakat-picture">
            <DescribedPicture picture={picture} sizes="22.5rem" />
          </div>
        )}
      </div>
    </header>
  );
}
