import { ErrorSummary } from "#app/ui/error-summary.tsx";

type Props = {
  errors: { field: string; message: string }[];
  names: Record<string, string>;
};

export function FilterErrors({ errors, names }: Props) {
  const named = errors.map(({ field, message }) => ({
    field,
    message: `${names[field] ?? field}: ${message}`,
  }));
  return <ErrorSummary title="There is a problem with your search" errors={named} />;
}
