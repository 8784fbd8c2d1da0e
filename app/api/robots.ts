import { keepingContext, originContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/robots";

/** Private pages are behind a sign-in or a key. This only saves search engines the requests. */
const notForSearch = ["/api/", "/admin", "/dashboard", "/donations/", "/sandbox"];

export const handle = { policy: "everyone" };

export function loader({ context }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  keeping.subjects.add("content");
  const lines = [
    "User-agent: *",
    ...notForSearch.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${context.get(originContext)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
