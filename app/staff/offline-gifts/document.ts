import { join } from "node:path";
import { data } from "react-router";
import { findOfflineGift } from "#database/offline-gifts.ts";
import { openDocuments } from "#storage/documents.ts";
import { configContext, everything } from "#app/http/context.server.ts";
import { readId } from "#app/staff/read-id.ts";
import type { Route } from "./+types/document";

export const handle = { policy: "staff" };

/** Handed over as a file: nothing in it is ever shown, or run, in a page of ours. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const gift = id === null ? null : await findOfflineGift(context.get(everything), id);
  const documents = openDocuments(join(context.get(configContext).dataDir, "documents"));
  const body = gift?.document ? await documents.read(gift.document) : null;
  if (!gift?.document || body === null) throw data(null, { status: 404 });
  const { type } = gift.document;
  return new Response(new Uint8Array(body), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="offline-gift-${gift.id}.${type.replace(/^.*\//, "")}"`,
    },
  });
}
