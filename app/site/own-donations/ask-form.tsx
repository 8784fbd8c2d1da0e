import { EmailAsked, NoEmailYet } from "#app/account/email-asked.tsx";
import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Field } from "#app/ui/field.tsx";

type Props = { refused: { message: string; email: string } | null; isAsked: boolean };

export function AskForm({ refused, isAsked }: Props) {
  const t = useText();
  const language = useLanguage();
  if (isAsked)
    return (
      <EmailAsked title={t("ownDonations.asked")} text={t("ownDonations.askedText")}>
        <a className="button quiet" href={localAddress(language, "/my-donations")}>
          {t("follow.again")}
        </a>
      </EmailAsked>
    );
  return (
    <>
      <form className="panel form" method="post" action={localAddress(language, "/my-donations")} noValidate>
        <Field
          id="email"
          type="email"
          label={t("ownDonations.email")}
          hint={t("ownDonations.emailHint")}
          error={refused?.message}
          autoFocus={refused !== null}
          defaultValue={refused?.email}
          autoComplete="email"
          maxLength={254}
          required
        />
        <button className="button wide" type="submit">
          {t("ownDonations.button")}
        </button>
        <p className="field-hint">{t("ownDonations.proof")}</p>
      </form>
      <NoEmailYet />
    </>
  );
}
