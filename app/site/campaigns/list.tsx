import { redirect } from "react-router";
import { categories, isCategory, isSubType, subTypes, waqfuAlias } from "#domain/campaign.ts";
import { dayOf } from "#domain/calendar.ts";
import { listCampaigns, type CampaignFilter } from "#database/campaigns.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress, languageOf } from "#app/site/address.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { useFund } from "#app/site/fund.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CampaignCards } from "./card.tsx";
import cardStyles from "./card.css?inline";
import listStyles from "./list.css?inline";
import type { Route } from "./+types/list";

export const handle = { styles: cardStyles + listStyles };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const category = searchParams.get("category");
  const type = searchParams.get("type");
  if (category === waqfuAlias) throw redirect(waqfuAddress(pathname, type), 301);

  const keeping = context.get(keepingContext);
  keeping.subjects.add("campaigns");
  // Made-up filters would fill the memory with pages that nobody asks for twice.
  keeping.never ||= !isKnownFilter(searchParams);
  const filter = filterOf(category, type);
  const campaigns = filter ? await listCampaigns(context.get(publicReads), filter) : [];
  return { campaigns, category, type, today: dayOf(new Date()), origin: context.get(originContext) };
}

function waqfuAddress(pathname: string, type: string | null): string {
  const query = new URLSearchParams({ category: "registered-waqfu", ...(type === null ? {} : { type }) });
  return `${localAddress(languageOf(pathname), "/campaigns")}?${query}`;
}

/** What to ask for; null where nothing of that name can exist. */
function filterOf(category: string | null, type: string | null): CampaignFilter | null {
  if (category !== null && !isCategory(category)) return null;
  if (type !== null && !isSubType(type)) return null;
  return { ...(category === null ? {} : { category }), ...(type === null ? {} : { type }) };
}

function isKnownFilter(query: URLSearchParams): boolean {
  const known = ["category", "type"].filter((name) => query.has(name));
  return query.size === known.length && filterOf(query.get("category"), query.get("type")) !== null;
}

export default function CampaignList({ loaderData }: Route.ComponentProps) {
  const { campaigns, category, type, today, origin } = loaderData;
  const t = useText();
  const fund = useFund();
  const title = category !== null && isCategory(category) ? t(`category.${category}`) : t("campaigns.title");
  return (
    <div className="list-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={t("campaigns.description", { fund })}
        query={category !== null && isCategory(category) ? `?category=${category}` : ""}
        picture={campaigns[0]?.picture ?? null}
      />
      <h1>{title}</h1>
      <p className="lead">{t("campaigns.text")}</p>
      <Filters category={category} type={type} />
      {campaigns.length > 0 ? (
        <CampaignCards campaigns={campaigns} today={today} />
      ) : (
        <div className="empty">
          <h2>{t("campaigns.empty")}</h2>
          <p className="lead">{t("campaigns.emptyText")}</p>
        </div>
      )}
    </div>
  );
}

function Filters({ category, type }: { category: string | null; type: string | null }) {
  const t = useText();
  const language = useLanguage();
  const list = localAddress(language, "/campaigns");
  const types = category !== null && isCategory(category) ? subTypes[category] : [];
  return (
    <>
      <nav className="filters" aria-label={t("campaigns.filters")}>
        <a href={list} aria-current={category === null ? "page" : undefined}>
          {t("campaigns.all")}
        </a>
        {categories.map((each) => (
          <a
            key={each}
            href={`${list}?category=${each}`}
            aria-current={each === category ? "page" : undefined}
          >
            {t(`category.${each}`)}
          </a>
        ))}
      </nav>
      {types.length > 1 && (
        <nav className="filters" aria-label={t("campaigns.types")}>
          {types.map((each) => (
            <a
              key={each}
              href={`${list}?category=${category}&type=${each}`}
              aria-current={each === type ? "page" : undefined}
            >
              {t(`subType.${each}`)}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

export function ErrorBoundary() {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="list-page wrap">
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
