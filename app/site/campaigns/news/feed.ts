import { findCampaign } from "#database/campaigns/public.ts";
import { listCampaignUpdates } from "#database/campaigns/updates.ts";
import { isCampaignId, type Campaign } from "#domain/campaigns/categories.ts";
import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { inLanguage, type Language } from "#domain/content/language.ts";
import { wordsOf } from "#domain/content/markdown.ts";
import { contentContext, keepingContext, originContext, publicReads } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import type { Route } from "./+types/feed";

/** The updates of a campaign for feed readers (RFC 4287), cached like its page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const language = languageOf(new URL(request.url).pathname);
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (!campaign) return new Response("Not found", { status: 404 });
  const { fund } = await context.get(contentContext).settings();
  context.get(keepingContext).subjects.add("content").add(`campaign:${campaign.id}`);
  const updates = await listCampaignUpdates(db, campaign.id, 50);
  const author = inLanguage(fund.name, language).text;
  const feed = atomFeed({ campaign, updates, author, origin: context.get(originContext), language });
  return new Response(feed, { headers: { "Content-Type": "application/atom+xml; charset=utf-8" } });
}

type Feed = {
  campaign: Campaign;
  updates: CampaignUpdate[];
  author: string;
  origin: string;
  language: Language;
};

function atomFeed({ campaign, updates, author, origin, language }: Feed): string {
  const t = translatorIn(language);
  const page = origin + localAddress(language, `/campaigns/${campaign.id}`);
  const title = t("news.feedTitle", { campaign: inLanguage(campaign.title, language).text });
  // A feed without entries changes with its campaign.
  const changed =
    updates.map(changeOf).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? campaign.createdAt;
  const entries = updates.map((update) => entry(update, page, language));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${page}</id>`,
    `<title>${escape(title)}</title>`,
    `<updated>${changed.toISOString()}</updated>`,
    `<author><name>${escape(author)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${page}/updates.atom"/>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    ...entries,
    "</feed>\n",
  ].join("\n");
}

function entry(update: CampaignUpdate, page: string, language: Language): string {
  const address = `${page}#update-${update.id}`;
  return [
    "<entry>",
    `<id>${address}</id>`,
    `<title>${escape(inLanguage(update.title, language).text)}</title>`,
    `<published>${update.publishedAt.toISOString()}</published>`,
    `<updated>${changeOf(update).toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    `<content type="text">${escape(wordsOf(inLanguage(update.content, language).text))}</content>`,
    "</entry>",
  ].join("");
}

const changeOf = ({ editedAt, publishedAt }: CampaignUpdate) => editedAt ?? publishedAt;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML allows no control characters except white space, not even escaped. */
const escape = (text: string) =>
  text
    .replaceAll(/[^\P{C}\t\n\r]|[\uFFFE\uFFFF]/gu, "")
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");
