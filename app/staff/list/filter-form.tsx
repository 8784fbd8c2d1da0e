import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";

type Props = {
  label: string;
  button?: string;
  children: ReactNode;
  /** Folded away until needed. */
  more?: ReactNode;
};

/** Filters are in the address, so that a filtered list can be saved, sent and reopened. */
export function FilterForm({ label, button = "Search", children, more }: Props) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const sort = query.get("sort");
  const filters = [...query].filter(([name, value]) => value !== "" && !outside.includes(name));
  return (
    <search aria-label={label}>
      {/* A new key for each URL: otherwise the fields would keep their old values. */}
      <Form key={search} className="list-filter" action={pathname}>
        {sort !== null && <input type="hidden" name="sort" value={sort} />}
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
        {more && (
          <details open={filters.some(([name]) => name !== "q")}>
            <summary>More filters</summary>
            <div className="list-filter-more">{more}</div>
          </details>
        )}
      </Form>
    </search>
  );
}

/** These set how the list is shown, not its content. */
const outside = ["sort", "after", "before", "total"];
