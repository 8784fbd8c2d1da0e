import { dayOf } from "#domain/system/calendar.ts";
import { projectSlugs } from "#domain/campaigns/building-projects.ts";
import { languages, locales } from "#domain/content/language.ts";
import { listCampaignChanges } from "#database/campaigns/public.ts";
import { keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import type { Route } from "./+types/sitemap";

/** The permanent pages, without those that are not for search engines. */
const fixedPages = [
  "/",
  "/campaigns",
  "/infrastructure",
  ...projectSlugs.map((slug) => `/infrastructure/${slug}`),
  "/zakat",
  "/zakat/learn-more",
  "/about",
  "/privacy",
  "/terms",
];

type Entry = { path: string; changed?: string };

export const handle = { policy: "everyone" };

export async function loader({ context }: Route.LoaderArgs) {
  const keeping = context.get(keepingContext);
  keeping.subjects.add("content");
  const campaigns = await listCampaignChanges(context.get(publicReads));
  const entries: Entry[] = [
    ...fixedPages.map((path) => ({ path })),
    ...campaigns.map(({ id, changedAt }) => ({ path: `/campaigns/${id}`, changed: dayOf(changedAt) })),
  ];
  const origin = context.get(originContext);
  return new Response(sitemap(origin, entries), {
    headers: { "Content-Type": "application/xml; charset=utf-8" },
  });
}

function sitemap(origin: string, entries: Entry[]): string {
  const pages = entries.flatMap((entry) =>
    languages.map((language) => page(origin, localAddress(language, entry.path), entry)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    "</urlset>\n",
  ].join("\n");
}

/** None of our URLs contains a character that XML must escape. */
function page(origin: string, address: string, { path, changed }: Entry): string {
  const alternates = [
    ...languages.map((language) => ({ hreflang: locales[language], to: localAddress(language, path) })),
    { hreflang: "x-default", to: path },
  ].map(({ hreflang, to }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${to}"/>`);
  const lastmod = changed === undefined ? "" : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${origin}${address}</loc>${lastmod}${alternates.join("")}</url>`;
}
