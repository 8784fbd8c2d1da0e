import { Outlet, useLocation } from "react-router";
import {
  configContext,
  keepingContext,
  noticeContext,
  publicReads,
  visitorContext,
} from "#app/http/context.server.ts";
import { LanguageProvider, useText } from "#app/messages/translator.tsx";
import { Toasts, type Notice } from "#app/ui/toast.tsx";
import { readSubmenus } from "#database/content/sections.ts";
import { readSettings } from "#database/content/settings.ts";
import { languageOf } from "./address.ts";
import { offeredMethods } from "#app/giving/offered.server.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { Route } from "./+types/layout";

export const handle = { policy: "everybody" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).subjects.add("content");
  const db = context.get(publicReads);
  const [settings, submenus] = await Promise.all([readSettings(db), readSubmenus(db)]);
  return {
    settings,
    submenus,
    signedIn: context.get(visitorContext) !== null,
    methods: offeredMethods(context),
    sandbox: context.get(configContext).payments === "sandbox",
    notice: context.get(noticeContext),
    year: new Date().getFullYear(),
  };
}

/** Header and footer of every public page. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { settings, submenus, signedIn, sandbox, notice, year } = loaderData;
  const { pathname } = useLocation();
  return (
    <LanguageProvider value={languageOf(pathname)}>
      <Header fund={settings.fund.name} signedIn={signedIn} sandbox={sandbox} submenus={submenus} />
      <SiteToasts notice={notice} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer settings={settings} year={year} />
    </LanguageProvider>
  );
}

function SiteToasts({ notice }: { notice: Notice | null }) {
  const t = useText();
  return <Toasts notice={notice} label={t("frame.notices")} closeLabel={t("frame.closeNotice")} />;
}
