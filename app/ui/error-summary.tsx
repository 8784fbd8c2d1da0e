type Props = {
  title: string;
  errors: { field: string; message: string }[];
  /** A question to the reader is no mistake. */
  isQuestion?: boolean;
  /** Shows only the first errors of a long form. The others are folded under a line that says how many there are. */
  shortened?: { most: number; rest: (count: number) => string };
};

/** The errors of a form, each with a link to its field. The field shows the same text. */
export function ErrorSummary({ title, errors, isQuestion = false, shortened }: Props) {
  if (errors.length === 0) return null;
  // One line that says "1 more" would be as long as that error.
  const most = shortened && errors.length > shortened.most + 1 ? shortened.most : errors.length;
  const rest = errors.slice(most);
  return (
    <div
      className={isQuestion ? "error-summary question" : "error-summary"}
      role="alert"
      tabIndex={-1}
      autoFocus
      id="error-summary"
    >
      <h2>{title}</h2>
      <Links errors={errors.slice(0, most)} />
      {shortened && rest.length > 0 && (
        <details>
          <summary>{shortened.rest(rest.length)}</summary>
          <Links errors={rest} />
        </details>
      )}
    </div>
  );
}

const Links = ({ errors }: Pick<Props, "errors">) => (
  <ul>
    {errors.map(({ field, message }) => (
      <li key={field}>
        <a href={`#${field}`} onClick={(event) => goTo(field) && event.preventDefault()}>
          {message}
        </a>
      </li>
    ))}
  </ul>
);

/** Scrolls by script, without a history entry. A form with unsaved changes would guard against the navigation. */
function goTo(field: string): boolean {
  const place = document.getElementById(field);
  place?.focus();
  return place !== null && document.activeElement === place;
}
