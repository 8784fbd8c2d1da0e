import { redirect } from "react-router";
import { z } from "zod";
import { readForm } from "#app/http/form.server.ts";
import { sealedListUrl } from "./sealed-search.server.ts";
import type { Route } from "./+types/search";

export const handle = { policy: "staff" };

const searchForm = z
  .object({ list: z.enum(["/admin/donations", "/admin/offline-donations", "/admin/mail", "/admin/people"]) })
  .catchall(z.string());

export const loader = () => redirect("/dashboard", 303);

/** A POST, because the search can be a name, email or phone number. The list opens at a URL without it. */
export async function action({ request, context }: Route.ActionArgs) {
  const read = await readForm(request, searchForm);
  if (!read.ok) return redirect("/dashboard", 303);
  const { list, ...fields } = read.value;
  return redirect(sealedListUrl(context, list, Object.entries(fields)), 303);
}
