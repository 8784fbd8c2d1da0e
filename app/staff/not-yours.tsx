import { Link } from "react-router";
import { errorWords } from "#app/site/error-page.tsx";

/** In place of a page that is open to others on staff alone. */
export function NotYours() {
  const { closed, closedText, dashboard } = errorWords.en;
  return (
    <>
      <title>{closed}</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>{closed}</h1>
        <Link className="button" to="/dashboard">
          {dashboard}
        </Link>
      </div>
      <p>{closedText}</p>
    </>
  );
}
