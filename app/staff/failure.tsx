import { isRouteErrorResponse } from "react-router";

export function Failure({ error }: { error: unknown }) {
  const [title, text] = isRouteErrorResponse(error)
    ? [String(error.data), "Nothing was changed. Please try again in a moment."]
    : ["System Error", `Unexpected error: ${messageOf(error)}`];
  return (
    <div className="error-summary" role="alert">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  );
}

/** React Router hides the messages of server errors; their details are in the log. */
function messageOf(error: unknown): string {
  const hasMessage = error instanceof Error && error.message !== "Unexpected Server Error";
  return hasMessage ? error.message : "Unknown error";
}
