import { verses } from "#domain/content/quran.ts";
import type { Settings } from "#domain/content/settings.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { LineIcon } from "#app/ui/line-icon.tsx";
import { localAddress } from "./address.ts";
import { towns } from "./towns.ts";
import { useTranslated, TranslatedText } from "./translated-text.tsx";

type Props = {
  settings: Settings;
  year: number;
  /** Payment, account and error pages are shorter than the whole footer. */
  isShort: boolean;
};

export function Footer({ settings, year, isShort }: Props) {
  const t = useText();
  const written = useTranslated();
  const { fund, contact } = settings;
  return (
    <footer className={isShort ? "site-footer short on-deep" : "site-footer on-deep starred"}>
      <div className="wrap">
        {isShort ? (
          <div className="footer-columns">
            <Contact {...contact} />
            <Links isShort />
          </div>
        ) : (
          <>
            <Verse />
            <div className="footer-columns">
              <div>
                <TranslatedText text={fund.name} as="h2" />
                <TranslatedText text={fund.tagline} as="p" />
                <TranslatedText text={contact.address} as="p" />
                <Towns />
              </div>
              <OfficeHours lines={settings.officeHours} />
              <Contact {...contact} />
              <Links isShort={false} />
            </div>
          </>
        )}
        <p className="footer-end">{t("footer.rights", { year: String(year), fund: written(fund.name) })}</p>
      </div>
      <a className="to-top" href="#top" aria-label={t("frame.scrollToTop")}>
        <LineIcon weight={2.5}>
          <path d="m5 14 7-7 7 7" />
        </LineIcon>
      </a>
    </footer>
  );
}

function Verse() {
  const t = useText();
  const language = useLanguage();
  const verse = verses.spending;
  return (
    <p className="verse">
      <span lang="ar" dir="rtl">
        {verse.arabic}
      </span>
      <span>{verse[language]}</span>
      {` (${t("footer.verseSource")})`}
    </p>
  );
}

function OfficeHours({ lines }: { lines: Settings["officeHours"] }) {
  const t = useText();
  const written = useTranslated();
  return (
    <div>
      <h2>{t("footer.officeHours")}</h2>
      <ul className="office-hours">
        {lines.map((line) => (
          <li key={line.days.en}>{`${written(line.days)} ${written(line.hours)}`}</li>
        ))}
      </ul>
    </div>
  );
}

function Contact({ phones, emails }: Pick<Settings["contact"], "phones" | "emails">) {
  const t = useText();
  return (
    <div>
      <h2>{t("footer.contact")}</h2>
      <ul>
        {phones.map((phone) => (
          <li key={phone}>
            <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a>
          </li>
        ))}
        {emails.map((email) => (
          <li key={email}>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Links({ isShort }: { isShort: boolean }) {
  const t = useText();
  const language = useLanguage();
  const start = encodeURIComponent(localAddress(language, "/organizer/new"));
  const pages = [
    { path: "/about", label: t("footer.about"), isAlways: false },
    { path: "/infrastructure", label: t("footer.projects"), isAlways: false },
    { path: "/zakat", label: t("footer.zakat"), isAlways: false },
    { path: `/sign-up?next=${start}`, label: t("start.button"), isAlways: false },
    { path: "/my-donations", label: t("ownDonations.title"), isAlways: true },
    { path: "/privacy", label: t("footer.privacy"), isAlways: true },
    { path: "/terms", label: t("footer.terms"), isAlways: true },
  ].filter(({ isAlways }) => isAlways || !isShort);
  return (
    <nav aria-labelledby="footer-links">
      <h2 id="footer-links">{t("footer.links")}</h2>
      <ul>
        {pages.map(({ path, label }) => (
          <li key={path}>
            <a href={localAddress(language, path)}>{label}</a>
          </li>
        ))}
        <li className="needs-script">
          <button type="button" className="link" data-open-dialog="privacy-settings">
            {t("footer.privacySettings")}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Shows another town every 3 seconds. Visitors can pause it or open the whole list. */
function Towns() {
  const t = useText();
  return (
    <div className="towns">
      {`${t("footer.givingFrom")} `}
      <b data-town="">{towns[0]}</b>{" "}
      <button
        type="button"
        className="link needs-script"
        data-towns-toggle=""
        data-pause={t("footer.pause")}
        data-resume={t("footer.resume")}
      >
        {t("footer.pause")}
      </button>
      <details>
        <summary>{t("footer.allTowns", { count: String(towns.length) })}</summary>
        <ul data-towns="">
          {towns.map((town) => (
            <li key={town}>{town}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
