type Props = {
  title: string;
  errors: { field: string; message: string }[];
  /** A question to the reader is no mistake. */
  isQuestion?: boolean;
  /** About further errors that only their fields show. */
  rest?: string | undefined;
};

/** The errors of a form, each with a link to its field. The field shows the same text. */
export function ErrorSummary({ title, errors, isQuestion = false, rest }: Props) {
  if (errors.length === 0) return null;
  return (
    <div
      className={isQuestion ? "error-summary question" : "error-summary"}
      role="alert"
      tabIndex={-1}
      autoFocus
      id="error-summary"
    >
      <h2>{title}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={(event) => goTo(field) && event.preventDefault()}>
              {message}
            </a>
          </li>
        ))}
      </ul>
      {rest !== undefined && <p>{rest}</p>}
    </div>
  );
}

/** Scrolls by script, without a history entry. A form with unsaved changes would guard against the navigation. */
function goTo(field: string): boolean {
  const place = document.getElementById(field);
  place?.focus();
  return place !== null && document.activeElement === place;
}
