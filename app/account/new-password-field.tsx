import { Island } from "#app/islands/island.tsx";
import { useText } from "#app/messages/translator.tsx";
import { PasswordField } from "./password-field.tsx";

type Props = { id: string; label: string; hint: string; error: string | undefined };

/** The password is typed once, because it can be shown. */
export function NewPasswordField(field: Props) {
  const t = useText();
  const words = { show: t("signIn.show"), hide: t("signIn.hide") };
  return (
    <Island
      name="password"
      of={PasswordField}
      props={{ ...field, autoComplete: "new-password", words }}
      plain
    />
  );
}
