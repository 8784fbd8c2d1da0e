import { Link } from "react-router";
import type { ListPage } from "#database/list-page.ts";
import { useChangedAddress } from "./address.ts";

type Props = Pick<ListPage<never>, "before" | "after"> & {
  /** The rows of this page, and those of all pages if they were counted. */
  shown?: number;
  of?: number | null;
};

export function ListPager({ before, after, shown, of = null }: Props) {
  const address = useChangedAddress();
  if (before === null && after === null) return null;
  return (
    <nav className="list-pager" aria-label="Pages of this list">
      {before !== null && (
        <Link className="button quiet small" to={address({ before })} rel="prev">
          Previous page
        </Link>
      )}
      {shown !== undefined && of !== null && (
        <p>
          {before === null && "1–"}
          {shown} of {of.toLocaleString("en")}
        </p>
      )}
      {after !== null && (
        <Link className="button quiet small" to={address({ after })} rel="next">
          Next page
        </Link>
      )}
    </nav>
  );
}
