import { readWrittenTo } from "#database/campaigns/updates.ts";
import { answerUpdateForm, postedIn, updateIn } from "#app/news/answer-form.server.ts";
import { PostedList } from "#app/news/posted-list.tsx";
import { PostedUpdate } from "#app/news/posted-update.tsx";
import { UpdateForm } from "#app/news/update-form.tsx";
import updateStyles from "#app/news/update-form.css?inline";
import { configContext, databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useTranslated } from "#app/site/translated-text.tsx";
import { OrganizerPage, organizerStyles } from "./organizer-page.tsx";
import { ownedCampaign } from "./owned-campaign.server.ts";
import type { Route } from "./+types/updates";

export const handle = { policy: "signed-in", styles: organizerStyles + updateStyles, footer: "short" };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { id, title } = await ownedCampaign(context, params.id);
  const written = await readWrittenTo(context.get(databaseContext), id);
  return {
    origin: context.get(originContext),
    title,
    written,
    posted: written && postedIn(written, url),
    sendsMail: context.get(configContext).mail !== undefined,
    present: await updateIn(context, id, url),
    address: url.pathname + url.search,
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { id } = await ownedCampaign(context, params.id);
  const language = languageOf(url.pathname);
  return answerUpdateForm(request, context, {
    campaignId: id,
    t: translatorIn(language),
    list: localAddress(language, `/organizer/campaigns/${id}/updates`),
  });
}

export default function OwnUpdates({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const name = useTranslated()(loaderData.title);
  const { origin, written, present, sendsMail, posted, address } = loaderData;
  if (written === null) return null;
  const list = localAddress(language, `/organizer/campaigns/${written.id}/updates`);
  return (
    <OrganizerPage
      origin={origin}
      title={t(present === null ? "news.post" : "news.edit")}
      text={name}
      back={{ address: `/organizer/campaigns/${written.id}`, label: t("changes.back") }}
    >
      <div className="organizer-columns">
        <div>
          {posted && !actionData && <PostedUpdate campaignId={written.id} update={posted} />}
          <UpdateForm
            address={address}
            present={present}
            followers={written.followers}
            sendsMail={sendsMail}
            answer={actionData}
          />
        </div>
        <div className="organizer-card">
          <PostedList written={written} list={list} />
        </div>
      </div>
    </OrganizerPage>
  );
}
