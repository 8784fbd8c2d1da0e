import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { campaignExists } from "#database/campaigns/staff.ts";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import { slugFor } from "#domain/content/campaign-record.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/add";

export const handle = { policy: "staff" };

const form = z.object({
  title: z
    .string("Enter a title")
    .trim()
    .min(3, "Enter a title")
    .max(100, "Title cannot exceed 100 characters")
    .refine((title) => slugFor(title) !== "", "Please use letters from A to Z"),
});

/** A campaign's link is made from its first title and then never changes. */
export async function action({ request, context }: Route.ActionArgs) {
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { title } = read.value;
  const db = context.get(databaseContext);
  const slug = slugFor(title);
  const idAt = (at: number) => (at === 1 ? slug : `${slug}-${at}`);
  const isTaken = async (id: string) =>
    (await campaignExists(db, id)) || (await findSavedDraft(db, `campaign:${id}`)) !== null;
  let at = 1;
  while (at < mostOfOneName && (await isTaken(idAt(at)))) at += 1;
  const id = idAt(at);
  return redirect(`/admin/campaigns/${id}?new=${encodeURIComponent(title)}`, 303);
}

const mostOfOneName = 50;

export default function AddCampaign({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? [];
  return (
    <>
      <PageHead title="Add Campaign" back={{ to: "/admin/campaigns", label: "Back to Campaigns" }} />
      <ErrorSummary title="There is a problem" errors={errors} />
      <Form method="post" className="form staff-form staff-card" noValidate>
        <Field
          id="title"
          label="Title"
          hint="The campaign’s web address is made from the title. It will not change if you change the title later."
          error={errors[0]?.message}
          defaultValue={actionData?.entered["title"]}
          maxLength={100}
          autoComplete="off"
        />
        <p className="staff-actions">
          <button className="button" type="submit">
            Continue
          </button>
          <Link className="button quiet" to="/admin/campaigns">
            Cancel
          </Link>
        </p>
      </Form>
    </>
  );
}
