type Props = { title: string; errors: { field: string; message: string }[] };

/** What is wrong with a form, on top of it, each line leading to its field. The same words stand at the field. */
export function ErrorSummary({ title, errors }: Props) {
  if (errors.length === 0) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus id="error-summary">
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
    </div>
  );
}

/** Where a script runs, the place is reached without a step in the history, which a form with unsaved words would guard. */
function goTo(field: string): boolean {
  const place = document.getElementById(field);
  place?.focus();
  return place !== null && document.activeElement === place;
}
