import { data } from "react-router";
import { findSubmission, readVersion } from "#database/campaigns/submissions.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { showPreview } from "#app/organizers/submission/show-preview.server.ts";
import { readId } from "#app/staff/read-id.ts";
import type { Route } from "./+types/preview";

export const handle = { policy: "staff" };

/** The submission as visitors will see it. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const db = context.get(databaseContext);
  const id = readId(params.id);
  const found = id === null ? null : await findSubmission(db, id);
  const submission = found && (await readVersion(db, found.id, found.version));
  if (!found || !submission) throw data(null, { status: 404 });
  const { ownerId, language } = found;
  return showPreview(context, { submission, ownerId, language });
}
