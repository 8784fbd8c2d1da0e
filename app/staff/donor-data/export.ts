import { join } from "node:path";
import { data, redirect } from "react-router";
import { dayOf } from "#domain/calendar.ts";
import { exportDonor } from "#operations/export-donor.ts";
import { openDocuments } from "#storage/documents.ts";
import { configContext, everything, securityContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { confirmedForm, passwordFault, readSought } from "./read-donor.server.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "admin" };

export const loader = () => redirect("/admin/donor-data", 303);

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(everything);
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 403 });
  const read = await readForm(request, confirmedForm);
  if (!read.ok) return refused(read.errors.map(({ message }) => message).join(". "));
  const { who, reason, password } = read.value;
  const sought = readSought(who);
  if (sought === null) return refused("Enter an email, a phone or an order ID");
  const fault = await passwordFault(db, person.id, password);
  if (fault !== null) return refused(fault);
  const documents = openDocuments(join(context.get(configContext).dataDir, "documents"));
  const now = new Date();
  const json = await exportDonor(db, sought, { by: person.id, reason, now }, documents.read);
  if (json === null) return refused("Nothing is held about this donor");
  context.get(securityContext)("export");
  return new Response(json, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="donor-data-${dayOf(now)}.json"`,
    },
  });
}

/** The address holds nothing about the donor, so that they are looked for once more. */
const refused = (text: string) =>
  redirect("/admin/donor-data", {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "error", title: "Nothing was exported", text }) },
  });
