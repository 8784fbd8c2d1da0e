import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { listQueryString, type CampaignQuery } from "./query.ts";

export function Pager({ query, page, pages }: { query: CampaignQuery; page: number; pages: number }) {
  const t = useText();
  const list = localAddress(useLanguage(), "/campaigns");
  const address = (to: number) => list + listQueryString(query, { page: to });
  if (pages < 2) return null;
  return (
    <nav className="pager" aria-label={t("campaigns.pages")}>
      {page > 1 && (
        <a className="button quiet" href={address(page - 1)} rel="prev">
          {t("campaigns.previous")}
        </a>
      )}
      <ul className="plain-list">
        {shownPages(page, pages).map((each, at, shown) => (
          <li key={each} className={each - (shown[at - 1] ?? 0) > 1 ? "after-gap" : undefined}>
            <a
              href={address(each)}
              aria-label={t("campaigns.page", { page: each })}
              aria-current={each === page ? "page" : undefined}
            >
              {each}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <a className="button quiet" href={address(page + 1)} rel="next">
          {t("campaigns.next")}
        </a>
      )}
    </nav>
  );
}

/** A gap replaces several pages. Instead of a gap for one page, that page is shown. */
function shownPages(page: number, pages: number): number[] {
  const near = new Set([1, page - 1, page, page + 1, pages]);
  const isShown = (each: number) => near.has(each) || (near.has(each - 1) && near.has(each + 1));
  return Array.from({ length: pages }, (_, at) => at + 1).filter(isShown);
}
