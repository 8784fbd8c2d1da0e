import { redirect } from "react-router";
import { findOwnDraft, readOrganizer } from "#database/campaigns/submissions.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { deleteDraft } from "#operations/campaigns/keep-draft.ts";
import { OrganizerPage, organizerStyles } from "#app/organizers/organizer-page.tsx";
import { actOnSubmission, readFormParts } from "./act.server.ts";
import { SubmissionForm } from "./form.tsx";
import styles from "./submission.css?inline";
import type { Route } from "./+types/new";

export const handle = { policy: "signed-in", styles: organizerStyles + styles, footer: "short" };

export async function loader({ context }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { id } = signedInPerson(context);
  const db = context.get(databaseContext);
  const [draft, { name }] = await Promise.all([findOwnDraft(db, id), readOrganizer(db, id)]);
  const entered = draft?.entered ?? { organizer: name };
  return {
    origin: context.get(originContext),
    submission: draft === null ? "" : String(draft.id),
    entered,
    ...(await readFormParts(context, entered)),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  if (url.searchParams.has("delete")) {
    const language = languageOf(url.pathname);
    await deleteDraft(context.get(databaseContext), signedInPerson(context).id);
    const notice = noticeCookie({ tone: "info", title: translatorIn(language)("submission.deleted") });
    return redirect(localAddress(language, "/organizer"), { status: 303, headers: { "Set-Cookie": notice } });
  }
  return actOnSubmission(request, context, { pathname: url.pathname, submissionId: null });
}

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const action = localAddress(useLanguage(), "/organizer/new");
  const { entered, submission, pictures, campaigns } = actionData ?? loaderData;
  return (
    <OrganizerPage origin={loaderData.origin} title={t("submission.title")} text={t("submission.text")}>
      <SubmissionForm
        {...{ action, submission, entered, pictures, campaigns }}
        errors={actionData?.errors ?? []}
        isAgain={false}
      />
      {submission !== "" && (
        <form method="post" action={`${action}?delete`}>
          <button className="button quiet small">{t("submission.deleteDraft")}</button>
        </form>
      )}
    </OrganizerPage>
  );
}
