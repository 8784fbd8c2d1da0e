import type { ReactNode } from "react";
import {
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { ErrorPage, errorStyles } from "./site/error-page.tsx";
import { knowVisitor } from "./http/security/access-policy.server.ts";
import { isPageHandle, type PageHandle } from "./page-handle.ts";
import { languageOf } from "./site/address.ts";
import { firstScript, numberPage } from "./browser/inline-scripts.ts";
import { siteScript } from "./browser/small-script-address.server.ts";
import { messageStyles } from "./site/message-page.tsx";
import frameStyles from "./styles/frame.css?inline";
import movingStyles from "./styles/moving-parts.css?inline";
import siteStyles from "./styles/site.css?inline";
import wholeHeaderStyles from "./styles/whole-header.css?inline";
import shortFooterStyles from "./site/short-footer.css?inline";
import wholeFooterStyles from "./site/whole-footer.css?inline";

export const middleware = [knowVisitor];

export const loader = () => ({ script: siteScript() });

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Null or undefined on a page without an error.
  const failed = Boolean(useRouteError());
  const handles = useMatches().map((match) => (isPageHandle(match.handle) ? match.handle : {}));
  const isApp = handles.some((handle) => handle.app === true);
  const script = useRouteLoaderData<typeof loader>("root")?.script;
  const isInline = handles.some(({ script: wanted }) => wanted === "inline");
  // The page already contains its styles, so the staff area's scripts do not load them again.
  const styles = import.meta.env.SSR ? stylesOf(handles, failed) : "";
  return (
    <html lang={languageOf(pathname)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
        <style dangerouslySetInnerHTML={{ __html: styles }} suppressHydrationWarning />
        {!isApp && !isInline && script && <script type="module" src={script} />}
        {isInline && <script dangerouslySetInnerHTML={{ __html: numberPage }} />}
      </head>
      <body>
        {children}
        {isApp && <ScrollRestoration />}
        {isApp && <Scripts />}
      </body>
    </html>
  );
}

function stylesOf(handles: PageHandle[], failed: boolean): string {
  const isReduced = handles.some(({ header }) => header === "reduced");
  // The page of a pay number has no room for our fonts, and none of these parts.
  const isSmall = handles.some(({ script }) => script === "inline");
  return [
    ...[siteStyles, isSmall && !failed ? "" : movingStyles, frameStyles],
    ...[isReduced ? "" : wholeHeaderStyles, footerStylesOf(handles.map(({ footer }) => footer))],
    ...handles.map(({ styles }) => (typeof styles === "string" ? styles : "")),
    ...(failed ? [messageStyles, errorStyles] : []),
  ].join("");
}

/** The home page has the footer's styles in its file of styles below the first view. */
function footerStylesOf(footers: unknown[]): string {
  if (footers.includes("in-file")) return "";
  return footers.includes("short") ? shortFooterStyles : wholeFooterStyles;
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
