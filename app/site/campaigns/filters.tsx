import type { ReactNode } from "react";
import { campaignOrders, categories, subTypes } from "#domain/campaigns/categories.ts";
import { locales } from "#domain/content/language.ts";
import type { KindCount } from "#database/campaigns/public.ts";
import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { CategorySign } from "#app/ui/category-sign.tsx";
import { LineIcon } from "#app/ui/line-icon.tsx";
import { listQueryString, longestText, readListQuery, type CampaignQuery } from "./query.ts";

type Props = { query: CampaignQuery; kinds: KindCount[] };

/** Without any match, the counts are those of all campaigns, and the links leave the search out. */
type FilterProps = Props & { isAnyFound: boolean };

/** Plain links and a GET form, so that filters work without script. */
export function Filters({ query, kinds, isAnyFound }: FilterProps) {
  return (
    <search className="finder">
      <SearchForm query={query} />
      <CategoryLinks query={query} kinds={kinds} isAnyFound={isAnyFound} />
      {isAnyFound && <TypeLinks query={query} kinds={kinds} />}
    </search>
  );
}

function SearchForm({ query }: { query: CampaignQuery }) {
  const t = useText();
  const language = useLanguage();
  return (
    <form className="search-form" action={localAddress(language, "/campaigns")}>
      {query.category !== null && <input type="hidden" name="category" value={query.category} />}
      {query.type !== null && <input type="hidden" name="type" value={query.type} />}
      <label className="search-text">
        <span>{t("campaigns.searchFor")}</span>
        <input
          type="search"
          name="q"
          defaultValue={query.text}
          maxLength={longestText}
          placeholder={t("campaigns.searchHint")}
          enterKeyHint="search"
        />
      </label>
      {/* The fold is only for phones: the styles show the sibling on wide screens. */}
      <details className="search-fold" open={query.order !== "priority" || query.zakatEligible}>
        <summary className="icon-button" aria-label={t("campaigns.more")}>
          <LineIcon>
            <path d="M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6" />
          </LineIcon>
        </summary>
      </details>
      <div className="search-more" data-apply="">
        <label className="search-order">
          <span>{t("campaigns.sort")}</span>
          <select name="sort" defaultValue={query.order === "priority" ? "" : query.order}>
            {campaignOrders.map((order) => (
              <option key={order} value={order === "priority" ? "" : order}>
                {t(`order.${order}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="search-zakat">
          <input type="checkbox" name="zakat" value="1" defaultChecked={query.zakatEligible} />
          <span>{t("campaigns.zakatOnly")}</span>
        </label>
      </div>
      <button className="button">
        <LineIcon>
          <circle cx="11" cy="11" r="6.5" />
          <path d="m16 16 5 5" />
        </LineIcon>
        <span>{t("campaigns.show")}</span>
      </button>
    </form>
  );
}

function CategoryLinks({ query, kinds, isAnyFound }: FilterProps) {
  const t = useText();
  const kept = isAnyFound ? query : readListQuery(new URLSearchParams());
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  return (
    <nav className="filters" aria-label={t("campaigns.filters")}>
      <FilterLink
        query={kept}
        to={{ category: null, type: null }}
        current={isAnyFound && query.category === null && query.type === null && !query.impossible}
        label={t("campaigns.all")}
        count={all}
      />
      {categories.map((category) => (
        <FilterLink
          key={category}
          query={kept}
          to={{ category, type: null }}
          current={isAnyFound && query.category === category}
          sign={<CategorySign category={category} />}
          label={t(`category.${category}`)}
          count={countOf(kinds, (kind) => kind.category === category)}
        />
      ))}
    </nav>
  );
}

function TypeLinks({ query, kinds }: Props) {
  const t = useText();
  const { category } = query;
  if (category === null || category === "n/a" || subTypes[category].length < 2) return null;
  return (
    <nav className="filters types" aria-label={t("campaigns.types")}>
      {subTypes[category].map((type) => (
        <FilterLink
          key={type}
          query={query}
          to={{ type: type === query.type ? null : type }}
          current={type === query.type}
          label={t(`subType.${type}`)}
          count={countOf(kinds, (kind) => kind.category === category && kind.type === type)}
        />
      ))}
    </nav>
  );
}

type LinkProps = {
  query: CampaignQuery;
  to: Partial<CampaignQuery>;
  current: boolean;
  sign?: ReactNode;
  label: string;
  count: number;
};

function FilterLink({ query, to, current, sign, label, count }: LinkProps) {
  const language = useLanguage();
  const list = localAddress(language, "/campaigns");
  // It would lead to an empty page.
  if (count === 0 && !current) return null;
  return (
    <a href={list + listQueryString(query, to)} aria-current={current ? "true" : undefined}>
      {sign}
      {label} <small>{count.toLocaleString(locales[language])}</small>
    </a>
  );
}

function countOf(kinds: KindCount[], isMeant: (kind: KindCount) => boolean): number {
  return kinds.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
}
