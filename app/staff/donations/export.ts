import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { exportDonations } from "#operations/donations/export.ts";
import { databaseContext, exportContext, securityContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { sealedListUrl } from "#app/staff/list/sealed-search.server.ts";
import { donationQuery, filterOf, type DonationQuery } from "./query.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "staff" };

export const loader = () => redirect("/admin/donations", 303);

/** A POST, because it writes an audit entry. */
export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const read = await readForm(request, donationQuery);
  const filter = read.ok && filterOf(read.value);
  if (person === null || !filter || !filter.ok) throw data(null, { status: 400 });
  const lines = await exportDonations(
    context.get(databaseContext),
    filter.filter,
    person.id,
    context.get(exportContext),
  );
  if (lines === "busy")
    return redirect(listOf(context, read.value), { status: 303, headers: { "Set-Cookie": busyNotice } });
  context.get(securityContext)("export");
  return new Response(streamOf(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="donations-${dayOf(new Date())}.csv"`,
    },
  });
}

const busyNotice = noticeCookie({
  tone: "error",
  title: "Other downloads are in progress",
  text: "Nothing was downloaded. Try again in a few minutes.",
});

function listOf(context: Route.ActionArgs["context"], query: DonationQuery): string {
  const typed = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  return sealedListUrl(context, "/admin/donations", typed);
}

/** Reads the next line only when the client is ready for it. */
function streamOf(lines: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
