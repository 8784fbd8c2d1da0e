import {
  campaignOrders,
  isCategory,
  isSubType,
  type CampaignOrder,
  type Category,
  type SubType,
} from "#domain/campaigns/categories.ts";

export type CampaignQuery = {
  category: Category | null;
  type: SubType | null;
  /** A category or type that cannot exist: the list is then empty. */
  impossible: boolean;
  text: string;
  zakatEligible: boolean;
  order: CampaignOrder;
  page: number;
};

export const longestText = 80;
const mostWords = 8;
const highestPage = 1_000_000;

export function readListQuery(query: URLSearchParams): CampaignQuery {
  const category = query.get("category") || null;
  const type = query.get("type") || null;
  return {
    category: category !== null && isCategory(category) ? category : null,
    type: type !== null && isSubType(type) ? type : null,
    impossible: (category !== null && !isCategory(category)) || (type !== null && !isSubType(type)),
    text: tidied(query.get("q") ?? ""),
    zakatEligible: query.get("zakat") === "1",
    order: campaignOrders.find((order) => order === query.get("sort")) ?? "priority",
    page: readPage(query.get("page")),
  };
}

/** The query of this list with some values changed. It shows the first page unless `changes` names another. */
export function listQueryString(query: CampaignQuery, changes: Partial<CampaignQuery> = {}): string {
  const { category, type, text, zakatEligible, order, page } = { ...query, page: 1, ...changes };
  const params = new URLSearchParams();
  if (category !== null) params.set("category", category);
  if (type !== null) params.set("type", type);
  if (text !== "") params.set("q", text);
  if (zakatEligible) params.set("zakat", "1");
  if (order !== "priority") params.set("sort", order);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "" : `?${params}`;
}

/**
 * The canonical query under which a page is cached, or null. Free text, made-up values and far pages would fill the
 * cache with pages that are read once.
 */
export function cachedQuery(query: CampaignQuery): string | null {
  const address = listQueryString(query, { page: query.page });
  const isCommon = !query.impossible && query.text === "" && query.page < 10;
  return isCommon && new URLSearchParams(address).size <= 2 ? address : null;
}

/** The words to search for; other characters than letters and digits are ignored. */
export function wordsIn(text: string): string[] {
  return (text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords);
}

function tidied(text: string): string {
  return [...text.replaceAll(/[\s\p{C}]+/gu, " ").trim()].slice(0, longestText).join("").trim();
}

function readPage(text: string | null): number {
  if (text === null || !/^[1-9]\d*$/.test(text)) return 1;
  return Math.min(Number(text), highestPage);
}
