import { data, redirect } from "react-router";
import { logContext, loggedPathContext, originContext } from "#app/http/context.server.ts";
import { useText } from "#app/messages/translator.tsx";
import { messageStyles } from "./message-page.tsx";
import { PageNotFound } from "./page-not-found.tsx";
import type { Route } from "./+types/not-found";

export const handle = { styles: messageStyles, footer: "short" };

export function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  // Phone keyboards start with a capital letter.
  const small = pathname.toLowerCase();
  if (small !== pathname && !small.startsWith("//")) throw redirect(small + search, 301);
  context.get(logContext).info({ path: context.get(loggedPathContext)(pathname) }, "page not found");
  return data({ origin: context.get(originContext) }, { status: 404 });
}

export default function NotFound() {
  const t = useText();
  return (
    <PageNotFound
      ways={[
        { path: "/", name: t("notFound.home") },
        { path: "/campaigns", name: t("notFound.campaigns") },
      ]}
    />
  );
}
