import { data, redirect } from "react-router";
import { dayOf } from "#domain/calendar.ts";
import { exportGifts } from "#operations/export-gifts.ts";
import { everything, exportContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { donationQuery, filterOf } from "./query.ts";
import type { Route } from "./+types/export";

export const handle = { policy: "staff" };

export const loader = () => redirect("/admin/donations", 303);

/** Posted, because it is written down who did it. */
export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(visitorContext);
  const read = await readForm(request, donationQuery);
  const asked = read.ok && filterOf(read.value);
  if (person === null || !asked || !asked.ok) throw data(null, { status: 400 });
  const lines = await exportGifts(
    context.get(everything),
    asked.filter,
    person.id,
    context.get(exportContext),
  );
  return new Response(streamOf(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="donations-${dayOf(new Date())}.csv"`,
    },
  });
}

/** Made line by line, only as fast as it is read. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
