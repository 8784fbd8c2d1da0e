import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { PasswordField } from "./password-field.tsx";

export type SignInProps = {
  address: string;
  entered: string;
  fault: { title: string; errors: { field: string; message: string }[]; atFields: boolean } | null;
  /** The page for a forgotten password. */
  forgotten: string;
  words: Record<
    "forgot" | "username" | "usernameHint" | "password" | "show" | "hide" | "button" | "busy" | "success",
    string
  >;
};

export function SignInForm({ address, entered, fault, forgotten, words }: SignInProps) {
  const errorOf = (field: string) =>
    fault?.atFields ? fault.errors.find((each) => each.field === field)?.message : undefined;
  return (
    <form className="panel form" method="post" action={address} noValidate>
      {fault && <ErrorSummary title={fault.title} errors={fault.errors} />}
      <Field
        id="username"
        label={words.username}
        hint={words.usernameHint}
        error={errorOf("username")}
        defaultValue={entered}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        id="password"
        label={words.password}
        error={errorOf("password")}
        autoComplete="current-password"
        words={words}
      />
      <button className="button wide" type="submit">
        {words.button}
      </button>
      <a className="account-forgot" href={forgotten}>
        {words.forgot}
      </a>
    </form>
  );
}
