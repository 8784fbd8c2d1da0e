import { redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { exportDonor } from "#operations/donations/export-donor.ts";
import { prove } from "#app/account/second-step/prove.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { databaseContext, documentsContext, securityContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { faultOfProof } from "#app/staff/password-and-code.tsx";
import { hindranceText } from "#app/staff/people/words.ts";
import { confirmedForm, donorAccess, readDonorKey } from "./read-donor.server.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "admin" };

export const loader = () => redirect("/admin/donor-data", 303);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = signedInPerson(context);
  const read = await readForm(request, confirmedForm);
  if (!read.ok) return refused(messagesOf(read.errors));
  const { who, reason } = read.value;
  const donor = readDonorKey(who);
  if (donor === null) return refused("Enter an email address, phone number or reference");
  const proof = await prove({ request, context, person }, read.value);
  if (proof.kind !== "proven") return refused(messagesOf(faultOfProof("export", proof).fault.errors));
  const now = new Date();
  const { read: readDocument } = context.get(documentsContext);
  const exporting = exportDonor(db, donor, { by: person.id, reason, now }, readDocument);
  const exported = await substituteIfStoreFails(context, exporting, { kind: "unavailable" } as const);
  if (exported.kind === "unavailable")
    return refused("The documents cannot be read now. Try again in a few minutes");
  if (exported.kind === "nothing-found") return refused("We hold no data about this donor");
  if (exported.kind !== "exported") return refused(hindranceText(exported, donorAccess));
  context.get(securityContext)("export");
  return new Response(exported.json, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="donor-data-${dayOf(now)}.json"`,
    },
  });
}

const messagesOf = (errors: { message: string }[]) => errors.map(({ message }) => message).join(". ");

/** The URL must not contain donor data, so the search starts again. */
const refused = (text: string) =>
  redirect("/admin/donor-data", {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "error", title: "Nothing was exported", text }) },
  });
