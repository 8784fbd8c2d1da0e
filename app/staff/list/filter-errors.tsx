import { ErrorSummary } from "#app/ui/error-summary.tsx";

type Props = {
  errors: { field: string; message: string }[];
  /** What the fields are called on the page. */
  names: Record<string, string>;
};

/** Why nothing is listed: what was asked for cannot be read. */
export function FilterErrors({ errors, names }: Props) {
  const named = errors.map(({ field, message }) => ({
    field,
    message: `${names[field] ?? field}: ${message}`,
  }));
  return <ErrorSummary title="There is a problem with your search" errors={named} />;
}
