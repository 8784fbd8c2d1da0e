import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { PhoneFold } from "#app/ui/phone-fold.tsx";

type Props = {
  label: string;
  /** For a search that can be a name, email or phone number: the URL holds it encrypted. */
  isSealed?: boolean;
  button?: string;
  children: ReactNode;
  /** Phones fold the filters under this text until one is set. */
  phoneSummary?: string;
  /** Folded away until needed. */
  more?: ReactNode;
  /** A filter that the page also shows above its list, so it does not open the others. */
  tabbed?: string;
  /** At the end of the row. */
  tabs?: ReactNode;
};

/** Filters are in the URL, so that staff can reload a list and open it in a second tab. */
export function FilterForm(props: Props) {
  const { label, isSealed = false, button = "Search", children, more, phoneSummary, tabbed, tabs } = props;
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const sort = query.get("sort");
  const filters = [...query].filter(([name, value]) => value !== "" && !outside.includes(name));
  const main = (
    <div className="list-filter-main">
      {children}
      <button className="button small" type="submit">
        {button}
      </button>
      {filters.length > 0 && (
        <Link className="button quiet small" to={pathname}>
          Clear
        </Link>
      )}
    </div>
  );
  return (
    <search aria-label={label}>
      {/* A new key for each URL: otherwise the fields would keep their old values. */}
      <Form key={search} className="list-filter" {...(isSealed ? sealing : { action: pathname })}>
        {isSealed && <input type="hidden" name="list" value={pathname} />}
        {sort !== null && <input type="hidden" name="sort" value={sort} />}
        {phoneSummary === undefined ? (
          main
        ) : (
          <PhoneFold summary={phoneSummary} isOpen={filters.length > 0}>
            {main}
          </PhoneFold>
        )}
        {more && (
          <details open={filters.some(([name]) => name !== "q" && name !== tabbed)}>
            <summary>More filters</summary>
            <div className="list-filter-more">{more}</div>
            <button className="button small list-filter-last" type="submit">
              {button}
            </button>
          </details>
        )}
        {tabs}
      </Form>
    </search>
  );
}

const sealing = { method: "post", action: "/admin/search" } as const;

/** These set how the list is shown, not its content. */
const outside = ["sort", "after", "before", "total"];
