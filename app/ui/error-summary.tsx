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
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
