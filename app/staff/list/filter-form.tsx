import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";

type Props = {
  label: string;
  /** For a search that can be a name, email or phone number: the URL holds it encrypted. */
  isSealed?: boolean;
  button?: string;
  children: ReactNode;
  /** Folded away until needed. */
  more?: ReactNode;
};

/** Filters are in the URL, so that staff can reload a list and open it in a second tab. */
export function FilterForm({ label, isSealed = false, button = "Search", children, more }: Props) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const sort = query.get("sort");
  const filters = [...query].filter(([name, value]) => value !== "" && !outside.includes(name));
  return (
    <search aria-label={label}>
      {/* A new key for each URL: otherwise the fields would keep their old values. */}
      <Form key={search} className="list-filter" {...(isSealed ? sealing : { action: pathname })}>
        {isSealed && <input type="hidden" name="list" value={pathname} />}
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

const sealing = { method: "post", action: "/admin/search" } as const;

/** These set how the list is shown, not its content. */
const outside = ["sort", "after", "before", "total"];
