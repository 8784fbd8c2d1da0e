import { Link } from "react-router";
import { errorWords } from "#app/site/error-page.tsx";

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
