import { redirect } from "react-router";
import { isCampaignId } from "#domain/campaign.ts";
import { pictureFilesIn } from "#domain/picture.ts";
import { findCampaign } from "#database/campaigns.ts";
import { readSettings } from "#database/settings.ts";
import { keepingContext, picturesContext, publicReads } from "#app/http/context.server.ts";
import { languageOf } from "#app/site/address.ts";
import { drawShareImage } from "./draw-share-image.server.tsx";
import { shareImageAddress, shareImageVersion } from "./share-image.server.ts";
import type { Route } from "./+types/share-image";

/** The picture that messengers show of a campaign. It is kept like a page, until the campaign changes. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (!campaign) return new Response("Not found", { status: 404 });

  // Drawing takes long, so a version that is past or made up is not drawn but led to the present one.
  const language = languageOf(pathname);
  const isPresent = search === "" || search === `?v=${shareImageVersion(campaign, language)}`;
  if (!isPresent) return redirect(shareImageAddress(campaign, language));

  const keeping = context.get(keepingContext);
  keeping.query = search;
  keeping.subjects.add("content").add(`campaign:${campaign.id}`);
  const { fund } = await readSettings(db);
  const file = campaign.picture && pictureFilesIn("jpeg", campaign.picture.width).at(-1);
  const photo =
    campaign.picture && file && (await context.get(picturesContext).read(campaign.picture.id, file.name));
  const image = await drawShareImage({ campaign, fund: fund.name, language, photo: photo?.body ?? null });
  return new Response(new Uint8Array(image), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=3600" },
  });
}
