import { localAddress } from "#app/site/address.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Field } from "#app/ui/field.tsx";

type Props = {
  campaignId: string;
  entered?: string;
  error?: string | undefined;
  /** Another button is the main one of its page. */
  isQuiet?: true;
};

export function FollowForm({ campaignId, entered, error, isQuiet }: Props) {
  const t = useText();
  const language = useLanguage();
  return (
    <form
      className="form"
      method="post"
      action={localAddress(language, `/campaigns/${campaignId}/follow`)}
      noValidate
    >
      <Field
        id="follow-email"
        name="email"
        type="email"
        label={t("follow.email")}
        error={error}
        autoFocus={error !== undefined}
        defaultValue={entered}
        autoComplete="email"
        maxLength={254}
        required
      />
      <button className={isQuiet ? "button quiet" : "button"} type="submit">
        {t("follow.button")}
      </button>
    </form>
  );
}

/** The part of a campaign's page. */
export function Follow({ campaignId }: { campaignId: string }) {
  const t = useText();
  return (
    <section className="follow" aria-labelledby="follow">
      <h2 id="follow">{t("follow.title")}</h2>
      <p>{t("follow.text")}</p>
      <FollowForm campaignId={campaignId} isQuiet />
    </section>
  );
}
