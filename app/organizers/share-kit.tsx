import { inLanguage, languages, type Translated } from "#domain/content/language.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { CopyLinkField } from "#app/site/campaigns/copy-link-field.tsx";
import { QrCode } from "#app/site/campaigns/qr-code.tsx";
import { withoutScheme } from "#app/site/campaigns/share.tsx";

type Props = { id: string; title: Translated; percent: number; origin: string };

/** Ready to use without script, in both languages. */
export function ShareKit({ id, title, percent, origin }: Props) {
  const t = useText();
  const address = origin + localAddress(useLanguage(), `/campaigns/${id}`);
  return (
    <section className="share-kit organizer-card" aria-labelledby="kit">
      <h2 id="kit">{t("kit.title")}</h2>
      <div className="kit-code">
        <QrCode address={address} label={t("campaign.qrCodeOf", { address: withoutScheme(address) })} />
        <p>{t("kit.qrCode")}</p>
      </div>
      <CopyLinkField address={address} label={t("kit.link")} />
      {languages.map((language) => {
        const path = localAddress(language, `/campaigns/${id}`);
        const text = translatorIn(language)("campaign.shareText", {
          title: inLanguage(title, language).text,
          percent,
        });
        const message = `${text} ${origin}${path}`;
        const name = { language: t(`kit.languages.${language}`) };
        return (
          <div key={language} className="kit-text">
            <h3 id={`kit-${language}`}>{t("kit.text", name)}</h3>
            <textarea
              readOnly
              rows={4}
              lang={language}
              aria-labelledby={`kit-${language}`}
              defaultValue={message}
            />
            <p className="organizer-actions">
              <a
                className="button quiet small"
                href={`https://wa.me/?text=${encodeURIComponent(message)}`}
                rel="noopener noreferrer"
              >
                {t("kit.send", name)}
              </a>
              <a className="button quiet small" href={`${path}/poster`}>
                {t("kit.poster", name)}
              </a>
            </p>
          </div>
        );
      })}
    </section>
  );
}
