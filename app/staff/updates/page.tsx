import { data } from "react-router";
import { readWrittenTo } from "#database/campaigns/updates.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { answerUpdateForm, updateIn } from "#app/news/answer-form.server.ts";
import { PostedList } from "#app/news/posted-list.tsx";
import { UpdateForm } from "#app/news/update-form.tsx";
import { databaseContext } from "#app/http/context.server.ts";
import { translatorIn, useText } from "#app/messages/translator.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "staff" };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const written = isCampaignId(params.id)
    ? await readWrittenTo(context.get(databaseContext), params.id)
    : null;
  if (written === null) throw data(null, { status: 404 });
  return { written, present: await updateIn(context, written.id, url), address: url.pathname + url.search };
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
  const { written, present, address } = loaderData;
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
        <p>{t("news.followers", { count: written.followers })}</p>
        <UpdateForm address={address} present={present} answer={actionData} />
        <PostedList written={written} list={list} />
      </div>
    </>
  );
}
