import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { findSuspension } from "#database/campaigns/held.ts";
import { listOwnedCampaigns } from "#database/campaigns/owned.ts";
import { findOrganizer } from "#database/campaigns/submissions.ts";
import { liftSuspension, suspendOrganizer } from "#operations/campaigns/suspend-organizer.ts";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Moment } from "#app/staff/values.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/organizer";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const organizer = await findOrganizer(db, params.id);
  if (!organizer) throw data(null, { status: 404 });
  const [suspension, campaigns] = await Promise.all([
    findSuspension(db, organizer.id),
    listOwnedCampaigns(db, organizer.id),
  ]);
  return { organizer, suspension, campaigns, isOwn: context.get(visitorContext)?.id === organizer.id };
}

const form = z.object({
  do: z.enum(["suspend", "lift"]),
  reason: z.string().trim().max(2000, "Reason must be 2,000 characters or fewer").default(""),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const organizer = await findOrganizer(db, params.id);
  if (!organizer || !person) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  const { entered } = read;
  if (!read.ok) return data({ errors: read.errors, entered }, { status: 400 });
  const refuse = (message: string) =>
    data({ errors: [{ field: "reason", message }], entered }, { status: 400 });
  const { do: wanted, reason } = read.value;
  const about = { userId: organizer.id, by: person.id };
  if (person.id === organizer.id) return refuse("Another person must decide this");
  if (wanted === "suspend" && reason === "") return refuse("Enter a reason for suspending");
  await context.get(publishChangeContext)(() =>
    wanted === "suspend" ? suspendOrganizer(db, { ...about, reason }) : liftSuspension(db, about),
  );
  const title =
    wanted === "suspend"
      ? "Suspended. No campaign of this organizer takes donations now."
      : "Lifted. The campaigns have their earlier status.";
  const notice = noticeCookie({ tone: "success", title });
  return redirect(`/admin/organizers/${organizer.id}`, { status: 303, headers: { "Set-Cookie": notice } });
}

export default function OrganizerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { organizer, suspension, campaigns, isOwn } = loaderData;
  const errors = actionData?.errors ?? [];
  return (
    <>
      <PageHead title={organizer.name} back={{ to: "/admin/submissions", label: "All submissions" }} />
      <section className="staff-card" aria-labelledby="campaigns">
        <h2 id="campaigns">Campaigns</h2>
        {campaigns.length === 0 && <p>This organizer has no campaigns.</p>}
        <ul>
          {campaigns.map(({ id, title, status }) => (
            <li key={id}>
              <a href={`/admin/campaigns/${id}`}>{title.en}</a> ({status})
            </li>
          ))}
        </ul>
      </section>
      <ErrorSummary title="There is a problem" errors={errors} />
      {!isOwn && (
        <Form method="post" className="staff-card form staff-form">
          <h2>{suspension ? "Suspended" : "Suspend"}</h2>
          {suspension ? (
            <p>
              By {suspension.by}, <Moment at={suspension.at} />: {suspension.reason}
            </p>
          ) : (
            <TextAreaField
              id="reason"
              label="Reason"
              hint="All campaigns of the organizer stop taking donations immediately. Only staff read the reason."
              error={errors[0]?.message}
              defaultValue={actionData?.entered["reason"]}
              rows={2}
              maxLength={2000}
            />
          )}
          <p className="staff-actions">
            <button className="button quiet" name="do" value={suspension ? "lift" : "suspend"}>
              {suspension ? "Lift suspension" : "Suspend organizer"}
            </button>
          </p>
        </Form>
      )}
    </>
  );
}
