import { onlyPost } from "#app/api/json.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { languageOf } from "#app/site/address.ts";
import { readId } from "#app/staff/read-id.ts";
import { keepDraft } from "#operations/campaigns/keep-draft.ts";
import { receiveSubmissionForm } from "./receive-form.server.ts";
import type { Route } from "./+types/autosave";

export const handle = { policy: "signed-in" };

export const loader = onlyPost;

/** Saves the draft while a person types. Answers with its number. */
export async function action({ request, context, url }: Route.ActionArgs): Promise<Response> {
  const { entered, submission } = await receiveSubmissionForm(request, context);
  const kept = await keepDraft(context.get(databaseContext), {
    ownerId: signedInPerson(context).id,
    language: languageOf(url.pathname),
    submissionId: readId(submission),
    entered,
  });
  switch (kept.kind) {
    case "kept":
      return new Response(String(kept.id), { headers: { "Cache-Control": "private, no-store" } });
    case "closed":
    case "unknown":
      return new Response(null, { status: 409 });
    case "limited":
      return new Response(null, { status: 429, headers: { "Retry-After": String(kept.retryAfter) } });
  }
}
