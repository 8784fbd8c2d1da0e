import { data } from "react-router";
import { readWrittenTo } from "#database/campaigns/updates.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { answerUpdateForm, postedIn, updateIn } from "#app/news/answer-form.server.ts";
import { PostedList } from "#app/news/posted-list.tsx";
import { PostedUpdate } from "#app/news/posted-update.tsx";
import { UpdateForm } from "#app/news/update-form.tsx";
import { configContext, databaseContext } from "#app/http/context.server.ts";
import { translatorIn, useText } from "#app/messages/translator.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const written = isCampaignId(params.id)
    ? await readWrittenTo(context.get(databaseContext), params.id)
    : null;
  if (written === null) throw data(null, { status: 404 });
  const present = await updateIn(context, written.id, url);
  const sendsMail = context.get(configContext).mail !== undefined;
  return { written, present, sendsMail, posted: postedIn(written, url), address: url.pathname + url.search };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const t = translatorIn("en");
  return answerUpdateForm(request, context, {
    campaignId: params.id,
    t,
    list: `/admin/campaigns/${params.id}/updates`,
  });
}

export default function StaffUpdates({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { written, present, sendsMail, posted, address } = loaderData;
  const list = `/admin/campaigns/${written.id}/updates`;
  const title = t(present === null ? "news.post" : "news.edit");
  return (
    <>
      <PageHead
        title={`${title}: ${written.title}`}
        heading={title}
        back={{ to: present === null ? `/admin/campaigns/${written.id}` : list, label: written.title }}
      >
        <a className="button quiet small" href={`/campaigns/${written.id}`}>
          View page
        </a>
      </PageHead>
      <div className="staff-stack">
        {posted && !actionData && <PostedUpdate campaignId={written.id} update={posted} />}
        <UpdateForm
          address={address}
          present={present}
          followers={written.followers}
          sendsMail={sendsMail}
          answer={actionData}
        />
        <PostedList written={written} list={list} />
      </div>
    </>
  );
}
