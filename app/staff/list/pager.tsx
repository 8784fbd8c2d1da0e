import { Link } from "react-router";
import type { ListPage } from "#database/list-page.ts";
import { useChangedAddress } from "./address.ts";

export function ListPager({ before, after }: Pick<ListPage<never>, "before" | "after">) {
  const address = useChangedAddress();
  if (before === null && after === null) return null;
  return (
    <nav className="list-pager" aria-label="Pages of this list">
      {before !== null && (
        <Link className="button quiet small" to={address({ before })} rel="prev">
          Previous page
        </Link>
      )}
      {after !== null && (
        <Link className="button quiet small" to={address({ after })} rel="next">
          Next page
        </Link>
      )}
    </nav>
  );
}
