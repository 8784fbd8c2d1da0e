import { redirect } from "react-router";
import { waqfuAlias, type Campaign } from "#domain/campaigns/categories.ts";
import { ofDifferentCategories } from "#domain/campaigns/different-categories.ts";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import { countPublicKinds, listOpenCampaigns, searchCampaigns } from "#database/campaigns/public.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress, languageOf } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { StartCampaign } from "#app/site/start-campaign/link.tsx";
import { useFund } from "#app/site/fund.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CampaignCards } from "./card.tsx";
import { Filters } from "./filters.tsx";
import { Pager } from "./pager.tsx";
import { cachedQuery, listQueryString, readListQuery, wordsIn, type CampaignQuery } from "./query.ts";
import cardStyles from "./card.css?inline";
import listStyles from "./list.css?inline";
import type { Route } from "./+types/list";

export const handle = { styles: cardStyles + listStyles };

const pageSize = 12;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.get("category") === waqfuAlias) {
    throw redirect(waqfuAddress(pathname, searchParams.get("type")), 301);
  }
  const keeping = context.get(keepingContext);
  keeping.subjects.add("campaigns");
  const query = readListQuery(searchParams);
  keeping.query = cachedQuery(query) ?? keeping.query;
  const today = dayOf(new Date());
  const words = wordsIn(query.text);
  const db = context.get(publicReads);
  const found = await searchCampaigns(db, { ...query, words }, { today, pageSize });
  const isWordless = query.text !== "" && words.length === 0;
  const nothing = query.impossible || isWordless;
  const { campaigns, total, page } = nothing ? { campaigns: [], total: 0, page: 1 } : found;
  const pages = Math.ceil(total / pageSize);
  const others = total > 0 ? [] : ofDifferentCategories(await listOpenCampaigns(db, today, pageSize), 3);
  const isAnyFound = found.kinds.length > 0 && !isWordless;
  return {
    query,
    campaigns,
    others,
    total,
    page,
    pages,
    isAnyFound,
    kinds: isAnyFound ? found.kinds : await countPublicKinds(db),
    today,
    origin: context.get(originContext),
  };
}

function waqfuAddress(pathname: string, type: string | null): string {
  const query = new URLSearchParams({ category: "registered-waqfu", ...(type === null ? {} : { type }) });
  return `${localAddress(languageOf(pathname), "/campaigns")}?${query}`;
}

export default function CampaignList({ loaderData }: Route.ComponentProps) {
  const { query, campaigns, others, total, page, pages, isAnyFound, kinds, today, origin } = loaderData;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const title = query.category === null ? t("campaigns.title") : t(`category.${query.category}`);
  const list = localAddress(language, "/campaigns");
  return (
    <div className="list-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={page === 1 ? title : t("campaigns.titleOnPage", { title, page })}
        description={t("campaigns.description", { fund })}
        query={pageOfItsOwn(query, page)}
        picture={campaigns[0]?.picture ?? null}
        hidden={query.text !== "" || query.impossible}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: t("frame.campaigns"), path: list },
            ...(query.category === null ? [] : [{ name: title, path: `${list}?category=${query.category}` }]),
          ]),
        ]}
      />
      <h1>{title}</h1>
      <p className="lead">{t("campaigns.text")}</p>
      <Filters query={query} kinds={kinds} isAnyFound={isAnyFound} />
      {total > 0 ? (
        <>
          <ResultLine query={query} total={total} page={page} pages={pages} />
          <CampaignCards campaigns={campaigns} today={today} title="h2" isSharp />
          <Pager query={query} page={page} pages={pages} />
        </>
      ) : (
        <NoMatches query={query} others={others} today={today} />
      )}
      <StartCampaign />
    </div>
  );
}

/** The query values that search engines treat as separate pages: not the order or the search text. */
function pageOfItsOwn({ category }: CampaignQuery, page: number): string {
  return listQueryString({ ...readListQuery(new URLSearchParams()), category }, { page });
}

type ResultProps = { query: CampaignQuery; total: number; page: number; pages: number };

function ResultLine({ query, total, page, pages }: ResultProps) {
  const t = useText();
  const count = { count: total };
  return (
    <h2 className="result-line">
      {query.text === ""
        ? t("campaigns.found", count)
        : t("campaigns.foundFor", { ...count, text: query.text })}
      {pages > 1 && <small>{t("campaigns.pageOf", { page, pages })}</small>}
    </h2>
  );
}

type NoMatchesProps = { query: CampaignQuery; others: Campaign[]; today: Day };

function NoMatches({ query, others, today }: NoMatchesProps) {
  const t = useText();
  const language = useLanguage();
  const searched = query.text !== "" || query.zakatEligible;
  return (
    <>
      <div className="empty">
        <h2>{searched ? t("campaigns.nothingFound") : t("campaigns.empty")}</h2>
        <p className="lead">{t("campaigns.emptyText")}</p>
        <p>
          <a className="button quiet" href={localAddress(language, "/campaigns")}>
            {t("campaigns.clear")}
          </a>
        </p>
      </div>
      {others.length > 0 && (
        <section className="still-open" aria-labelledby="still-open">
          <h2 id="still-open">{t("campaign.stillOpen")}</h2>
          <CampaignCards campaigns={others} today={today} />
        </section>
      )}
    </>
  );
}

export function ErrorBoundary() {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="list-page wrap">
      <title>{t("campaigns.error")}</title>
      <div className="empty" role="alert">
        <h1>{t("campaigns.error")}</h1>
        <p className="lead">{t("campaigns.errorText")}</p>
        <p>
          <a className="button" href={localAddress(language, "/campaigns")}>
            {t("campaigns.tryAgain")}
          </a>
        </p>
      </div>
    </div>
  );
}
