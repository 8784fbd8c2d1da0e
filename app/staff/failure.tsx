import { isRouteErrorResponse, useRevalidator } from "react-router";

export function Failure({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const { title, text } = wordsOf(error);
  return (
    <div className="error-summary" role="alert">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <button
          className="button needs-script"
          type="button"
          disabled={state === "loading"}
          onClick={() => void revalidate()}
        >
          Try again
        </button>
      </p>
    </div>
  );
}

function wordsOf(error: unknown) {
  if (isRouteErrorResponse(error))
    return { title: String(error.data), text: "Nothing was changed. Please try again in a moment." };
  return { title: "System Error", text: `Unexpected error: ${messageOf(error)}` };
}

/** React Router hides the messages of server errors; their details are in the log. */
function messageOf(error: unknown): string {
  const hasMessage = error instanceof Error && error.message !== "Unexpected Server Error";
  return hasMessage ? error.message : "Unknown error";
}
