import { data } from "react-router";
import { z } from "zod";
import { findOpenProposal, listNewCampaigns } from "#database/cases/proposals.ts";
import { accessNotConfirmed, propose } from "#operations/cases/propose.ts";
import { configContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { approversOfOwn } from "#app/staff/approvals/approvers-of-own.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { SelectField } from "#app/ui/field.tsx";
import { mayRequest, requireDonation, toCorrection } from "./correction.server.ts";
import { Correction } from "./correction.tsx";
import type { Route } from "./+types/move";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const donation = await requireDonation(context, params.id);
  return {
    donation,
    mayRequest: await mayRequest(context),
    approvers: await approversOfOwn(context),
    campaigns: await listNewCampaigns(db, donation),
    sendsMail: context.get(configContext).mail !== undefined,
    open: await findOpenProposal(db, "move", `donation:${donation.externalId}`),
  };
}

const form = z.object({
  campaign: z.string("Choose a campaign").trim().min(1, "Choose a campaign").max(200, "Choose a campaign"),
  reason: z
    .string("Enter the reason for the move")
    .trim()
    .min(1, "Enter the reason for the move")
    .max(1000, "Reason must be 1,000 characters or fewer"),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const donation = await requireDonation(context, params.id);
  const person = context.get(visitorContext);
  if (person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { campaign, reason } = read.value;
  const change = { kind: "move", externalId: donation.externalId, campaignId: campaign } as const;
  const proposed = await propose(context.get(databaseContext), change, { by: person.id, reason });
  if (proposed.kind !== "proposed" && proposed.kind !== "proposed-before") {
    const errors = [
      {
        field: "campaign",
        message:
          proposed.kind === "access-not-confirmed"
            ? accessNotConfirmed
            : "The donation cannot move to this campaign",
      },
    ];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  return toCorrection(context, proposed);
}

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
  const { donation, open, campaigns, mayRequest, approvers, sendsMail } = loaderData;
  const none =
    campaigns.length === 0 ? "No other active or paused campaign has the same currency and fund." : null;
  return (
    <Correction
      title="Request a move"
      donation={donation}
      open={open}
      mayRequest={mayRequest}
      hindrance={donation.isPaid ? none : "You can only move a donation that has been paid and not refunded."}
      explanation={`After approval, the donation counts for the new campaign. ${approvers} ${sendsMail ? "A donor who gave an email address gets an email. " : ""}Zakat can only move to a Zakat campaign.`}
      wrong={actionData ?? null}
      fields={(field) => (
        <SelectField
          id="campaign"
          label="New campaign"
          error={field("campaign").error}
          defaultValue={field("campaign").defaultValue ?? ""}
          options={[
            { value: "", label: "Choose a campaign" },
            ...campaigns.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
    />
  );
}
