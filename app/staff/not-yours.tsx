import { Link } from "react-router";
import { errorWords } from "#app/site/error-page.tsx";
import { PageHead } from "./page-head.tsx";

export function NotYours() {
  const { closed, closedText, dashboard } = errorWords.en;
  return (
    <>
      <PageHead title={closed}>
        <Link className="button" to="/dashboard">
          {dashboard}
        </Link>
      </PageHead>
      <p>{closedText}</p>
    </>
  );
}
