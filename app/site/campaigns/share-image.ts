import { redirect } from "react-router";
import { isCampaignId, type Campaign } from "#domain/campaigns/categories.ts";
import { pictureFilesIn } from "#domain/content/picture.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import {
  contentContext,
  keepingContext,
  picturesContext,
  publicReads,
  shareImagesContext,
} from "#app/http/context.server.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { languageOf } from "#app/site/address.ts";
import type { Pictures } from "#storage/pictures/open.ts";
import { shareImageAddress, shareWords } from "./share-image.server.ts";
import type { Route } from "./+types/share-image";

/** The picture that messengers show for a campaign. It is cached like a page until the campaign changes. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (!campaign) return new Response("Not found", { status: 404 });

  const { fund } = await context.get(contentContext).settings();
  const language = languageOf(pathname);
  const present = shareImageAddress(campaign, fund.name, language);
  const isPresent = search === "" || `${pathname}${search}` === present;
  // Redirects an old or invalid version to the current one, without drawing it.
  if (!isPresent) return redirect(present);

  const keeping = context.get(keepingContext);
  keeping.query = search;
  keeping.subjects.add("content").add(`campaign:${campaign.id}`);
  const image = await context.get(shareImagesContext).read({
    campaign: campaign.id,
    language,
    words: shareWords(campaign, fund.name, language),
    readPhoto: async () => {
      const photo = await substituteIfStoreFails(
        context,
        readPhoto(context.get(picturesContext), campaign),
        "away",
      );
      if (photo !== "away") return photo;
      keeping.never = true;
      return null;
    },
  });
  if (image === "busy")
    return new Response("Many pictures are being drawn. Ask again in a few seconds.", {
      status: 503,
      headers: { "Retry-After": "5", "Content-Type": "text/plain; charset=utf-8" },
    });
  return new Response(new Uint8Array(image), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=3600" },
  });
}

async function readPhoto(pictures: Pictures, { picture }: Campaign): Promise<Buffer | null> {
  const file = picture && pictureFilesIn("jpeg", picture.width).at(-1);
  const photo = picture && file && (await pictures.read(picture.id, file.name));
  return photo?.body ?? null;
}
