import { data } from "react-router";
import { findOfflineDonation } from "#database/donations/offline.ts";
import { databaseContext, documentsContext } from "#app/http/context.server.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { readId } from "#app/staff/read-id.ts";
import type { Route } from "./+types/document";

export const handle = { policy: "staff" };

/** Sent as a download, so that no browser opens it as a page. An `img` of our page can still draw a picture. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const donation = id === null ? null : await findOfflineDonation(context.get(databaseContext), id);
  if (!donation?.document) throw data(null, { status: 404 });
  const reading = context.get(documentsContext).read(donation.document);
  const body = await substituteIfStoreFails(context, reading, "unavailable");
  if (body === "unavailable")
    return new Response("The document cannot be read now. Try again in a few minutes.", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "60" },
    });
  if (body === null) throw data(null, { status: 404 });
  const { type } = donation.document;
  return new Response(new Uint8Array(body), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="offline-donation-${donation.id}.${type.replace(/^.*\//, "")}"`,
    },
  });
}
