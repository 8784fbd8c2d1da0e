import { join } from "node:path";
import { data } from "react-router";
import { findOfflineDonation } from "#database/donations/offline.ts";
import { openDocuments } from "#storage/documents.ts";
import { configContext, databaseContext } from "#app/http/context.server.ts";
import { readId } from "#app/staff/read-id.ts";
import type { Route } from "./+types/document";

export const handle = { policy: "staff" };

/** Sent as a download, so that the browser never shows or runs it in our pages. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const donation = id === null ? null : await findOfflineDonation(context.get(databaseContext), id);
  const documents = openDocuments(join(context.get(configContext).dataDir, "documents"));
  const body = donation?.document ? await documents.read(donation.document) : null;
  if (!donation?.document || body === null) throw data(null, { status: 404 });
  const { type } = donation.document;
  return new Response(new Uint8Array(body), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="offline-donation-${donation.id}.${type.replace(/^.*\//, "")}"`,
    },
  });
}
