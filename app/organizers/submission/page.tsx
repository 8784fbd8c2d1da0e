import { data } from "react-router";
import { findOwnedCampaign } from "#database/campaigns/owned.ts";
import {
  findOwnSubmission,
  readOrganizer,
  readSteps,
  type SubmissionStep,
} from "#database/campaigns/submissions.ts";
import { formatDay, formatMoment } from "#domain/system/calendar.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { configContext, databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { readId } from "#app/staff/read-id.ts";
import { OrganizerPage, organizerStyles } from "#app/organizers/organizer-page.tsx";
import { actOnSubmission, readFormParts } from "./act.server.ts";
import { SubmissionForm } from "./form.tsx";
import { AskToChange, SentCampaign, SentSteps } from "./sent-campaign.tsx";
import styles from "./submission.css?inline";
import type { Route } from "./+types/page";

export const handle = { policy: "signed-in", styles: organizerStyles + styles, footer: "short" };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const person = signedInPerson(context);
  const db = context.get(databaseContext);
  const id = readId(params.id);
  const submission = id === null ? null : await findOwnSubmission(db, person.id, id);
  if (submission === null) throw data(null, { status: 404 });
  const [steps, { isEmailProven }] = await Promise.all([
    readSteps(db, submission.id),
    readOrganizer(db, person.id),
  ]);
  const { status, version, answerBy, campaignId, entered } = submission;
  const campaign = campaignId === null ? null : await findOwnedCampaign(db, person.id, campaignId);
  const parts = await readFormParts(context, entered);
  return {
    ...{ origin: context.get(originContext), id: String(submission.id), isEmailProven },
    // Staff are one voice to the organizer: their names stay inside.
    steps: steps.map((step) => ({ ...step, reviewer: null })),
    ...{ status, version, answerBy, campaignId, entered, hold: campaign?.hold ?? null },
    parts,
    sendsMail: context.get(configContext).mail !== undefined,
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const id = readId(params.id);
  const { id: ownerId } = signedInPerson(context);
  const found = id === null ? null : await findOwnSubmission(context.get(databaseContext), ownerId, id);
  if (found === null) throw data(null, { status: 404 });
  return actOnSubmission(request, context, { pathname: url.pathname, submissionId: found.id });
}

type Loaded = Route.ComponentProps["loaderData"];

export default function SubmissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { origin, id, status, entered, parts, steps } = loaderData;
  // A form that came after the review began comes back with its text.
  const isOpen = actionData !== undefined || status === "draft" || status === "changes-asked";
  const asked = steps.findLast((step) => step.kind === "changes-asked");
  const reasons = asked?.kind === "changes-asked" && status === "changes-asked" ? asked.fieldReasons : {};
  const title = entered["title"]?.trim() || t("submission.untitled");
  const fromStaff = Object.entries(reasons).map(([field, message]) => ({ field, message }));
  return (
    <OrganizerPage origin={origin} title={title} text={t(`submission.statuses.${status}`)} saysText>
      {isOpen ? (
        <>
          <Standing loaded={loaderData} />
          <SubmissionForm
            action={localAddress(language, `/organizer/submissions/${id}`)}
            submission={id}
            isAgain={status === "changes-asked"}
            isAsked={actionData === undefined && fromStaff.length > 0}
            entered={actionData?.entered ?? entered}
            errors={actionData?.errors ?? fromStaff}
            pictures={actionData?.pictures ?? parts.pictures}
            campaigns={parts.campaigns}
          />
          <Steps steps={steps} />
        </>
      ) : (
        <div className="sent-page">
          <Standing loaded={loaderData} />
          <SentCampaign entered={entered} pictures={parts.pictures} />
          <Steps steps={steps} />
        </div>
      )}
    </OrganizerPage>
  );
}

function Standing({ loaded }: { loaded: Loaded }) {
  const t = useText();
  const language = useLanguage();
  const { status, answerBy, campaignId, hold, isEmailProven, steps, sendsMail } = loaded;
  const last = steps.at(-1);
  const reason = last !== undefined && last.kind !== "submitted" ? last.reason : "";
  return (
    <section className="submission-standing" role="status">
      {status === "submitted" && (
        <>
          <h2>{t("submission.pendingTitle")}</h2>
          <SentSteps />
          <p>
            {t("submission.pending", { day: answerBy === null ? "" : formatDay(answerBy, language) })}
            {sendsMail && ` ${t("submission.pendingMail")}`}
          </p>
          <AskToChange />
        </>
      )}
      {status === "changes-asked" && (
        <>
          <h2>{t("submission.askedTitle")}</h2>
          <p>{t("submission.asked")}</p>
        </>
      )}
      {status === "rejected" && <h2>{t("submission.rejectedTitle")}</h2>}
      {status === "approved" && (
        <>
          <h2>{t(hold === null ? "submission.approvedTitle" : "submission.approvedHeldTitle")}</h2>
          {hold !== null && <p>{t(`organizer.holds.${hold}`)}</p>}
          <p>
            <a href={localAddress(language, `/organizer/campaigns/${campaignId}`)}>{t("organizer.manage")}</a>
          </p>
        </>
      )}
      {reason !== "" && <p className="submission-reason">{reason}</p>}
      {!isEmailProven && (
        <p>
          {t("submission.confirmEmail")}{" "}
          <a href={localAddress(language, "/settings")}>{t("submission.confirmAgain")}</a>
        </p>
      )}
    </section>
  );
}

type Step = SubmissionStep extends infer Each ? Omit<Each & object, "reviewer"> : never;

function Steps({ steps }: { steps: Pick<Step & SubmissionStep, "kind" | "version" | "at">[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section>
      <h2>{t("submission.history")}</h2>
      <ol className="submission-steps">
        {steps.map(({ kind, version, at }) => (
          <li key={`${kind}-${version}`}>
            {t(`submission.steps.${kind === "submitted" && version > 1 ? "again" : kind}`)}
            <small>{formatMoment(at, language)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
