import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Field } from "#app/ui/field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import type { SecondFactor } from "./second-factor.server.ts";

type Props = {
  /** Distinguishes the fields of several forms on one page. */
  form: string;
  factor: SecondFactor;
  errors: { field: string; message: string }[];
};

/** The code or the passkey that `prove` needs next to the password. */
export function FactorField({ form, factor, errors }: Props) {
  const t = useText();
  const language = useLanguage();
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  switch (factor.kind) {
    case "none":
      return null;
    case "code":
      return (
        <Field
          id={`${form}-code`}
          name="code"
          label={t("secondStep.appCode")}
          error={errorAt(`${form}-code`)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={20}
          required
        />
      );
    case "passkey":
      return (
        <div id={`${form}-factor`} tabIndex={-1}>
          <Island
            name="passkey"
            of={PasskeyButton}
            props={{
              site: factor.site,
              address: localAddress(language, "/settings/passkeys/confirm"),
              done: t("passkeys.confirmed"),
              words: {
                button: t("passkeys.confirm"),
                busy: t("passkeys.confirming"),
                failed: t("passkeys.notConfirmed"),
              },
            }}
            plain
            now
          />
        </div>
      );
  }
}
