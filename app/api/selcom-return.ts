import { redirect } from "react-router";
import { collectingContext, databaseContext } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { findByReference } from "#database/donations/status.ts";
import type { Route } from "./+types/selcom-return";

export const handle = { policy: "everyone" };

/**
 * Selcom's page sends the browser back here. Anyone can write its query, so we ask Selcom and show the stored status.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const begun = await findByReference(db, "selcom", params.reference);
  if (begun === null) throw redirect("/payment-response", 303);
  if (begun.status === "pending") await context.get(collectingContext).readPaymentStatus(params.reference);
  const donation = await findByReference(db, "selcom", params.reference);
  const { externalId, language, status } = donation ?? begun;
  const order = `order_id=${encodeURIComponent(externalId)}`;
  const address =
    status === "pending"
      ? `/payment-processing?${order}`
      : `/selcom-webhook?${order}&status=${status === "completed" ? "success" : "failed"}`;
  throw redirect(localAddress(language, address), 303);
}
