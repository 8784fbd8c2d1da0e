import { Outlet, useLocation, useMatches, useRouteLoaderData } from "react-router";
import { giving } from "#domain/campaigns/categories.ts";
import {
  configContext,
  contentContext,
  keepingContext,
  takeNoticeContext,
  visitorContext,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { LanguageProvider, useText } from "#app/messages/translator.tsx";
import { Toasts, type Notice } from "#app/ui/toast.tsx";
import type { loader as campaignLoader } from "./campaigns/campaign.tsx";
import { isPageHandle } from "#app/page-handle.ts";
import { languageOf } from "./address.ts";
import { offeredMethods } from "#app/giving/offered.server.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Part } from "./cached/part.tsx";
import type { Route } from "./+types/layout";

export const handle = { policy: "everyone" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).subjects.add("content");
  const content = context.get(contentContext);
  const texts = Promise.all([content.settings(), content.submenus()]);
  // Every page of the giving path needs them.
  const [settings, submenus] = await context.get(whileReadingContext)(texts);
  return {
    settings,
    submenus,
    signedIn: context.get(visitorContext) !== null,
    methods: offeredMethods(context),
    sandbox: context.get(configContext).payments === "sandbox",
    sendsMail: context.get(configContext).mail !== undefined,
    notice: context.get(takeNoticeContext)(),
    year: new Date().getFullYear(),
  };
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { settings, submenus, signedIn, sandbox, notice, year } = loaderData;
  const { pathname } = useLocation();
  const language = languageOf(pathname);
  const shown = useRouteLoaderData<typeof campaignLoader>(`${language}:campaign`);
  const hasForm = shown ? giving(shown.campaign, shown.today) === "open" : false;
  const handles = useMatches().map(({ handle: page }) => (isPageHandle(page) ? page : {}));
  const isShort = handles.some(({ footer }) => footer === "short");
  const donate = handles.some(({ header }) => header === "no-donate") ? null : hasForm ? "form" : "list";
  return (
    <LanguageProvider value={language}>
      <Header
        fund={settings.fund.name}
        signedIn={signedIn}
        sandbox={sandbox}
        submenus={submenus}
        donate={donate}
        isReduced={handles.some(({ header }) => header === "reduced")}
        hasSettings={handles.every(({ script }) => script !== "inline")}
      />
      <SiteToasts notice={notice} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Part>
        <Footer settings={settings} year={year} isShort={isShort} />
      </Part>
    </LanguageProvider>
  );
}

function SiteToasts({ notice }: { notice: Notice | null }) {
  const t = useText();
  return <Toasts notice={notice} label={t("frame.notices")} closeLabel={t("frame.closeNotice")} />;
}
