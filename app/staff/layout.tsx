import { useEffect, useRef, type ReactNode } from "react";
import { isRouteErrorResponse, Outlet, redirectDocument, useLocation, useNavigation } from "react-router";
import { databaseContext, takeNoticeContext, visitorContext } from "#app/http/context.server.ts";
import { Logo } from "#app/ui/logo.tsx";
import { serves } from "#domain/accounts/roles.ts";
import { readWaiting } from "#database/system/overview.ts";
import { readSettings } from "#database/content/settings.ts";
import { logFailure } from "./failure.server.ts";
import { Failure } from "./failure.tsx";
import { focusHeading, useFocusAfterChange } from "./focus-after-change.ts";
import { keepPageOnLoss } from "./lost-connection/requests.ts";
import { LostConnectionNotice } from "./lost-connection/notice.tsx";
import { placesOf } from "./navigation.ts";
import { NotYours } from "./not-yours.tsx";
import { NotFound } from "./not-found.tsx";
import { StaffSettings } from "./staff-settings.tsx";
import { StaffNavigation } from "./staff-navigation.tsx";
import { StaffToasts } from "./staff-toasts.tsx";
import styles from "./staff.css?inline";
import type { Route } from "./+types/layout";

// All styles of the staff area are in its first page. That page's CSP does not allow a style sheet that arrives later.
export const handle = { app: true, policy: "signed-in", styles: import.meta.env.SSR ? styles : "" };

export const clientMiddleware = [keepPageOnLoss];

// On client navigation, the browser requests only loader data. This loader makes the server check the policy again.
export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(visitorContext);
  if (!person) throw redirectDocument("/auth", 303);
  const isStaff = serves("staff", person);
  // The connections of public pages can all wait for the pages of strangers.
  const { fund } = await readSettings(context.get(databaseContext));
  return {
    fund: fund.name.en,
    email: person.email,
    groups: placesOf(person, isStaff ? await countWaiting(context, person.id) : null),
    notice: context.get(takeNoticeContext)(),
  };
}

/** A page works without the numbers in the navigation. */
const countWaiting = (context: Route.LoaderArgs["context"], person: string) =>
  readWaiting(context.get(databaseContext), person).catch((error: unknown) => {
    logFailure(context, error, "Failed to count what waits");
    return null;
  });

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page that fails keeps the frame. A person without access to the staff area does not see the frame. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const hasMessage = status === 403 || status === 404 || !isRouteErrorResponse(error);
  if (!loaderData || !(hasMessage || typeof error.data === "string")) throw error;
  return (
    <Frame {...loaderData}>
      {status === 404 ? (
        <NotFound places={loaderData.groups.flatMap(({ places }) => places)} />
      ) : status === 403 ? (
        <NotYours />
      ) : (
        <Failure error={error} />
      )}
    </Frame>
  );
}

type FrameProps = Route.ComponentProps["loaderData"] & { children: ReactNode };

function Frame({ fund, email, groups, notice, children }: FrameProps) {
  useHeadingFocus();
  useFocusAfterChange();
  const loading = useNavigation().state !== "idle";
  return (
    <>
      <meta name="robots" content="noindex" />
      <a className="skip" href="#content">
        Skip to main content
      </a>
      <header className="staff-header">
        <div className="wrap">
          <a className="logo" href="/dashboard">
            <Logo />
            <span>{fund}</span>
          </a>
          <p className="staff-person">{email}</p>
          <StaffSettings />
          <form method="post" action="/auth/sign-out">
            <button className="button quiet small" type="submit">
              Sign Out
            </button>
          </form>
        </div>
      </header>
      <StaffToasts notice={notice} />
      <div className="staff-frame">
        <StaffNavigation groups={groups} />
        <main className="staff-main wrap" id="content" tabIndex={-1} aria-busy={loading}>
          <p className="staff-loading" role="status">
            {loading && "Loading..."}
          </p>
          <LostConnectionNotice />
          {children}
        </main>
      </div>
    </>
  );
}

/** Moves the focus to the heading after client navigation, so that screen readers announce the page. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    focusHeading();
  }, [pathname]);
}
