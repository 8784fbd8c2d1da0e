import { useLocation } from "react-router";
import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import type { Section } from "#domain/content/sections.ts";
import { SettingsLink } from "#app/account/settings/link.tsx";
import sheetStyles from "#app/account/settings/sheet.css?inline";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { LineIcon } from "#app/ui/line-icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { inOtherLanguage, localAddress } from "./address.ts";
import { Consent } from "./consent.tsx";
import { StartLink } from "./start-campaign/link.tsx";
import { Part } from "./cached/part.tsx";
import { useNavigation, type NavigationItem } from "./navigation.ts";

type Props = {
  fund: Translated;
  signedIn: boolean;
  sandbox: boolean;
  submenus: Section<"submenus">;
  /** The target of Donate: the page's own form, or the list of campaigns. */
  donate: "form" | "list" | null;
  /** While a donor gives, no link leads away from the filled form by mistake. */
  isReduced: boolean;
  /** A page without the site's script can open no settings. */
  hasSettings: boolean;
};

const languageNames = { en: "English", sw: "Kiswahili" } satisfies Record<Language, string>;

export function Header({ fund, signedIn, sandbox, submenus, donate, isReduced, hasSettings }: Props) {
  const current = useCurrentPage();
  return (
    <>
      <Part>
        <BeforeHeader sandbox={sandbox} isReduced={isReduced} hasSettings={hasSettings} />
      </Part>
      <header className="site-header">
        <div className="wrap">
          <Part>
            {isReduced ? (
              <HomeLink fund={fund} />
            ) : (
              <Menu fund={fund} submenus={submenus} current={current} signedIn={signedIn} donate={donate} />
            )}
          </Part>
          <div className="header-tools">
            <OtherLanguage />
            <Part>{isReduced ? <ThemeToggle /> : <Tools signedIn={signedIn} donate={donate} />}</Part>
          </div>
        </div>
      </header>
    </>
  );
}

type BeforeProps = Pick<Props, "sandbox" | "isReduced" | "hasSettings">;

function BeforeHeader({ sandbox, isReduced, hasSettings }: BeforeProps) {
  const t = useText();
  return (
    <>
      <a className="skip" href="#content">
        {t("frame.skip")}
      </a>
      <span className="sentinel" data-sentinel="scrolled" />
      <span className="sentinel far" data-sentinel="far" />
      {hasSettings && <Consent asks={!isReduced} />}
      {sandbox && (
        <aside className="sandbox-notice" aria-label={t("frame.sandboxNotice")}>
          {t("frame.sandbox")}
        </aside>
      )}
    </>
  );
}

type MenuProps = Pick<Props, "fund" | "submenus" | "signedIn" | "donate"> & { current: string | null };

function Menu({ fund, ...navigation }: MenuProps) {
  return (
    <>
      <HomeLink fund={fund} />
      <MenuToggle />
      <Navigation {...navigation} />
    </>
  );
}

function HomeLink({ fund }: Pick<Props, "fund">) {
  const t = useText();
  const language = useLanguage();
  const name = inLanguage(fund, language).text;
  return (
    <a className="logo" href={localAddress(language, "/")} aria-label={t("frame.homeOf", { fund: name })}>
      <Logo />
      <span>{name}</span>
    </a>
  );
}

function MenuToggle() {
  const t = useText();
  return (
    <details className="menu-toggle">
      <summary className="icon-button" aria-label={t("frame.menu")}>
        <LineIcon size={24}>
          <path d="M3 6h18M3 12h18M3 18h18" />
        </LineIcon>
      </summary>
    </details>
  );
}

/** The navigation links to one whole page, home. All other pages share one navigation. */
function useCurrentPage(): string | null {
  const language = useLanguage();
  const { pathname } = useLocation();
  const home = localAddress(language, "/");
  return pathname === home ? home : null;
}

function Navigation({ submenus, current, signedIn, donate }: Omit<MenuProps, "fund">) {
  const t = useText();
  const language = useLanguage();
  return (
    <nav className="site-nav" aria-label={t("frame.mainNavigation")}>
      <ul>
        {useNavigation(submenus).map((item) => (
          <li key={item.label}>
            <NavigationEntry item={item} current={current} />
          </li>
        ))}
        <li className="nav-more">
          <a href={localAddress(language, "/zakat")}>{t("frame.zakat")}</a>
        </li>
        <li className="nav-more">
          <a href={localAddress(language, "/infrastructure")}>{t("infrastructure.title")}</a>
        </li>
        <li className="in-menu">
          <DonateLink to={donate ?? "list"} />
        </li>
        <li className="nav-start">
          <StartLink />
        </li>
        {/* On phones, the header has room for donating only. */}
        <li className="in-menu in-two">
          <a href={localAddress(language, "/my-donations")}>{t("ownDonations.title")}</a>
          <a href={localAddress(language, signedIn ? "/settings" : "/auth")}>
            {t(signedIn ? "frame.account" : "frame.signIn")}
          </a>
        </li>
        <li className="in-menu needs-script">
          <button className="theme-toggle" type="button">
            {t("frame.theme")}
          </button>
        </li>
      </ul>
    </nav>
  );
}

function OtherLanguage() {
  const { pathname, search } = useLocation();
  const other = inOtherLanguage(pathname, search);
  return (
    <a className="language" href={other.address} lang={other.language} hrefLang={other.language}>
      <span>{languageNames[other.language]}</span>
      <abbr aria-hidden="true">{other.language.toUpperCase()}</abbr>
    </a>
  );
}

function Tools({ signedIn, donate }: Pick<Props, "signedIn" | "donate">) {
  return (
    <>
      <ThemeToggle />
      <span className="account">{signedIn ? <Settings /> : <SignIn />}</span>
      {donate !== null && <DonateLink to={donate} />}
    </>
  );
}

function DonateLink({ to }: { to: "form" | "list" }) {
  const t = useText();
  const language = useLanguage();
  return (
    <a className="button small" href={to === "form" ? "#give" : localAddress(language, "/campaigns")}>
      {t("frame.donate")}
    </a>
  );
}

function ThemeToggle() {
  const t = useText();
  return (
    <button className="icon-button theme-toggle needs-script" type="button" aria-label={t("frame.theme")}>
      <SunIcon />
      <MoonIcon />
    </button>
  );
}

function SignIn() {
  const t = useText();
  return (
    <a className="icon-button" href={localAddress(useLanguage(), "/auth")} aria-label={t("frame.signIn")}>
      <PersonIcon />
    </a>
  );
}

function Settings() {
  const t = useText();
  const language = useLanguage();
  const props = {
    address: localAddress(language, "/settings"),
    label: t("frame.account"),
    close: t("settings.close"),
    signIn: t("secondStep.again"),
  };
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: sheetStyles }} />
      <Island name="settings" of={SettingsLink} props={props} plain />
    </>
  );
}

function NavigationEntry({ item, current }: { item: NavigationItem; current: string | null }) {
  const t = useText();
  const here = item.address === current ? "page" : undefined;
  if (item.links.length === 0) {
    return (
      <a href={item.address} aria-current={here}>
        {item.label}
      </a>
    );
  }
  return (
    <details className="submenu" name="submenu">
      <summary>{item.label}</summary>
      <ul>
        {[{ label: t("frame.overview"), address: item.address }, ...item.links].map((link) => (
          <li key={link.address}>
            <a href={link.address}>{link.label}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function SunIcon() {
  return (
    <LineIcon className="sun">
      <circle cx="12" cy="12" r="4.5" />
      <path d="M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1" />
    </LineIcon>
  );
}

function MoonIcon() {
  return (
    <LineIcon className="moon">
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
    </LineIcon>
  );
}

function PersonIcon() {
  return (
    <LineIcon>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c.8-4.2 4-6.5 8-6.5s7.2 2.3 8 6.5" />
    </LineIcon>
  );
}
