import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { findGiftToGiveBack, findOpenProposal, listNewCampaigns } from "#database/proposals.ts";
import { propose } from "#operations/propose.ts";
import { everything, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { GiftFacts } from "#app/staff/proposals/what.tsx";
import { readId } from "#app/staff/read-id.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import type { Route } from "./+types/move";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(everything);
  const id = readId(params.id);
  const gift = id === null ? null : await findGiftToGiveBack(db, id);
  if (gift === null) throw data(null, { status: 404 });
  return {
    gift,
    campaigns: await listNewCampaigns(db, gift),
    open: await findOpenProposal(db, "move", `donation:${gift.externalId}`),
  };
}

const form = z.object({
  campaign: z.string("Choose a campaign").trim().min(1, "Choose a campaign").max(200, "Choose a campaign"),
  reason: z
    .string("Say why the donation is moved")
    .trim()
    .min(1, "Say why the donation is moved")
    .max(1000, "A reason may have 1,000 characters"),
});

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(everything);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const gift = id === null ? null : await findGiftToGiveBack(db, id);
  if (gift === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { campaign, reason } = read.value;
  const wish = { kind: "move", externalId: gift.externalId, campaignId: campaign } as const;
  const proposed = await propose(db, wish, { by: person.id, reason });
  if (proposed.kind !== "proposed" && proposed.kind !== "proposed-before") {
    const errors = [{ field: "campaign", message: "The donation cannot move to this campaign" }];
    return data({ errors, entered: read.entered }, { status: 409 });
  }
  const isNew = proposed.kind === "proposed";
  const title = isNew ? "Proposed. All staff get an email." : "A move was proposed before";
  const notice = noticeCookie({ tone: isNew ? "success" : "info", title });
  return redirect(`/admin/proposals/${proposed.id}`, { status: 303, headers: { "Set-Cookie": notice } });
}

export default function Move({ loaderData, actionData }: Route.ComponentProps) {
  const { gift, open } = loaderData;
  return (
    <>
      <title>Move a donation</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Move a donation</h1>
        <Link className="button quiet small" to={`/admin/donations/${gift.donationId}`}>
          Back to the donation
        </Link>
      </div>
      <section className="staff-card" aria-labelledby="gift">
        <h2 id="gift">The donation</h2>
        <GiftFacts gift={gift} />
      </section>
      {open !== null ? (
        <section className="staff-card">
          <p>
            A move is proposed already. <Link to={`/admin/proposals/${open}`}>See the proposal</Link>
          </p>
        </section>
      ) : gift.isPaid ? (
        <Propose campaigns={loaderData.campaigns} wrong={actionData ?? null} />
      ) : (
        <section className="staff-card">
          <p>Only a paid donation that was not refunded can move.</p>
        </section>
      )}
    </>
  );
}

type Wrong = { errors: { field: string; message: string }[]; entered: Record<string, string> };

function Propose({ campaigns, wrong }: { campaigns: { id: string; title: string }[]; wrong: Wrong | null }) {
  const busy = useNavigation().state !== "idle";
  const errors = wrong?.errors ?? [];
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.message;
  if (campaigns.length === 0)
    return (
      <section className="staff-card">
        <p>No other campaign has the same currency and fund.</p>
      </section>
    );
  return (
    <section className="staff-card" aria-labelledby="why">
      <h2 id="why">Propose it</h2>
      <p>
        When an admin other than you approves, the donation counts for the new campaign. The donor gets an
        email. Zakat moves to zakat campaigns only.
      </p>
      <ErrorSummary title="This was not proposed" errors={errors} />
      <Form method="post" className="form staff-form">
        <SelectField
          id="campaign"
          label="New campaign"
          error={errorAt("campaign")}
          defaultValue={wrong?.entered["campaign"] ?? ""}
          options={[
            { value: "", label: "Choose a campaign" },
            ...campaigns.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        <TextAreaField
          id="reason"
          label="Reason"
          error={errorAt("reason")}
          defaultValue={wrong?.entered["reason"]}
          rows={3}
          maxLength={1000}
        />
        <p className="staff-actions">
          <button className="button" disabled={busy}>
            Propose
          </button>
        </p>
      </Form>
    </section>
  );
}
