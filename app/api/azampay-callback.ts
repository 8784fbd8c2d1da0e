import { collectingContext } from "#app/http/context.server.ts";
import { fail, onlyPost } from "./json.ts";
import { answerProvider } from "./receive.server.ts";
import type { Route } from "./+types/azampay-callback";

export const handle = { policy: "everybody" };

/** AzamPay resends until it is answered with 200, so what is settled already is answered with 200 as well. */
export async function action({ context, params, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const body = await request.text();
  const { azampay } = context.get(collectingContext);
  if (azampay === null) return fail(404, "Not found");
  const read = await azampay.readCallback({ secret: params.secret, body });
  return answerProvider(context, { provider: "azampay", request, body, read });
}

export const loader = onlyPost;
