import { collectingContext } from "#app/http/context.server.ts";
import { fail, onlyPost } from "./json.ts";
import { answerProvider } from "./receive.server.ts";
import type { Route } from "./+types/selcom-callback";

export const handle = { policy: "everybody" };

/** Selcom signs nothing that names the amount: what it posts is a hint, and makes us ask. */
export async function action({ context, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const body = await request.text();
  const headers = Object.fromEntries(request.headers);
  const { selcom } = context.get(collectingContext);
  if (selcom === null) return fail(404, "Not found");
  const read = selcom.readWebhook({ headers, body });
  return answerProvider(context, { provider: "selcom", request, body, read });
}

export const loader = onlyPost;
