import { Field } from "#app/ui/field.tsx";

type Props = {
  id: string;
  name?: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  autoComplete: "current-password" | "new-password";
  words: { show: string; hide: string };
};

/** The button that shows the password appears only with script. */
export function PasswordField({ words, ...field }: Props) {
  return (
    <div className="secret">
      <Field {...field} type="password" required />
      <button
        className="show-password needs-script"
        type="button"
        aria-pressed="false"
        aria-controls={field.id}
        data-other={words.hide}
      >
        {words.show}
      </button>
    </div>
  );
}
