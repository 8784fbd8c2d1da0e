import { useText } from "#app/messages/translator.tsx";
import { LineIcon } from "#app/ui/line-icon.tsx";

/** `asks` is false while a donor gives: the banner would cover the form. The settings stay in the footer. */
export function Consent({ asks }: { asks: boolean }) {
  const t = useText();
  return (
    <>
      {asks && <Banner />}
      <dialog className="dialog" id="privacy-settings" aria-labelledby="privacy-settings-title">
        <form method="dialog" data-consent-form="">
          <h2 id="privacy-settings-title">{t("consent.dialogTitle")}</h2>
          <p>{t("consent.dialogText")}</p>
          <div>
            <Switch
              name="functional"
              title={t("consent.functional")}
              text={t("consent.functionalText")}
              locked
            />
            <Switch name="analytics" title={t("consent.analytics")} text={t("consent.analyticsText")} />
            <Switch name="marketing" title={t("consent.marketing")} text={t("consent.marketingText")} />
          </div>
          <div className="dialog-actions">
            <button className="button quiet small" value="cancel">
              {t("consent.cancel")}
            </button>
            <button className="button small" value="save">
              {t("consent.save")}
            </button>
          </div>
          <button className="icon-button dialog-close" value="cancel" aria-label={t("consent.closeSettings")}>
            ×
          </button>
        </form>
      </dialog>
    </>
  );
}

/**
 * Shown only with script, because visits are counted by script. The browser stores the choice, so that pages are the
 * same for everyone.
 */
function Banner() {
  const t = useText();
  return (
    <section className="consent" aria-labelledby="consent-title" data-consent-banner="">
      <div className="wrap">
        <h2 id="consent-title">{t("consent.title")}</h2>
        <p>{t("consent.text")}</p>
        <div className="consent-actions">
          <button className="button small" type="button" data-consent-choice="accept">
            {t("consent.acceptAll")}
          </button>
          <button className="button small" type="button" data-consent-choice="reject">
            {t("consent.rejectAll")}
          </button>
          <button className="button quiet small" type="button" data-open-dialog="privacy-settings">
            {t("consent.settings")}
          </button>
        </div>
        <button
          className="icon-button close"
          type="button"
          data-consent-choice="reject"
          aria-label={t("consent.close")}
        >
          <LineIcon size={20}>
            <path d="M5 5l14 14M19 5 5 19" />
          </LineIcon>
        </button>
      </div>
    </section>
  );
}

type SwitchProps = { name: string; title: string; text: string; locked?: boolean };

function Switch({ name, title, text, locked = false }: SwitchProps) {
  return (
    <label className="switch">
      <span>{title}</span>
      <small>{text}</small>
      <input type="checkbox" role="switch" name={name} defaultChecked={locked} disabled={locked} />
    </label>
  );
}
