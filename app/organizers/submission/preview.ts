import { readSubmission } from "#domain/campaigns/submission.ts";
import { onlyPost } from "#app/api/json.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { readId } from "#app/staff/read-id.ts";
import { keepDraft } from "#operations/campaigns/keep-draft.ts";
import { findOwnPictures } from "#database/campaigns/owned.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { explainProblems } from "./explain-problems.ts";
import { receiveSubmissionForm } from "./receive-form.server.ts";
import { noPreviewYet, showPreview } from "./show-preview.server.ts";
import type { Route } from "./+types/preview";

export const handle = { policy: "signed-in" };

export const loader = onlyPost;

export async function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const { id: ownerId } = signedInPerson(context);
  const db = context.get(databaseContext);
  const { entered, submission } = await receiveSubmissionForm(request, context);
  const kept = await keepDraft(db, { ownerId, language, submissionId: readId(submission), entered });
  if (kept.kind === "limited")
    return new Response(null, { status: 429, headers: { "Retry-After": String(kept.retryAfter) } });
  const read = readSubmission(entered);
  const waitsFor = (faults: string[]) =>
    noPreviewYet(`${t("submission.previewWaits")}\n\n${[...new Set(faults)].join("\n")}\n`);
  if (!read.ok)
    return waitsFor(explainProblems(read.problems, entered, language).map(({ message }) => message));
  const { surplus } = read.submission;
  if (surplus.to === "campaign" && (await findCampaign(db, surplus.campaignId)) === null)
    return waitsFor([t("submission.problems.surplus-campaign")]);
  const own = await findOwnPictures(
    db,
    ownerId,
    read.submission.pictures.map(({ id }) => id),
  );
  const pictures = read.submission.pictures.filter(({ id }) => own.has(id));
  return showPreview(context, { submission: { ...read.submission, pictures }, ownerId, language });
}
