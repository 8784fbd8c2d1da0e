import { data, redirect } from "react-router";
import { z } from "zod";
import { readChange, type ChangeProblem, type EnteredChange } from "#domain/campaigns/change-request.ts";
import { likelyAmount } from "#domain/donations/typed-amount.ts";
import { decimalText, formatMoney } from "#domain/money/money.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { listChangeRequestsOf } from "#database/campaigns/change-requests.ts";
import { requestChange } from "#operations/campaigns/change-requests/request.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { configContext, databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useText } from "#app/messages/translator.tsx";
import { OrganizerPage, organizerStyles } from "#app/organizers/organizer-page.tsx";
import { ownedCampaign } from "#app/organizers/owned-campaign.server.ts";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useTranslated } from "#app/site/translated-text.tsx";
import { ChangeForm } from "./form.tsx";
import { ChangeList } from "./list.tsx";
import type { Route } from "./+types/page";

export const handle = { policy: "signed-in", styles: organizerStyles, footer: "short" };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const campaign = await ownedCampaign(context, params.id);
  const requests = await listChangeRequestsOf(context.get(databaseContext), campaign.id);
  return {
    ...{ origin: context.get(originContext), campaign, answered: answered(context) },
    // Staff are one voice to the organizer: their names stay inside.
    requests: requests.map(({ id, status, goal, endDate, use, reason, requestedAt, decision }) => ({
      ...{ id: String(id), status, goal, endDate, use, reason, requestedAt },
      answer: decision && { at: decision.at, reason: decision.reason },
    })),
    canRequest:
      (campaign.status === "active" || campaign.status === "paused") &&
      requests.every(({ status }) => status !== "pending"),
  };
}

const answered = (context: Context): "changes.answerHere" | "changes.answerByEmail" =>
  context.get(configContext).mail === undefined ? "changes.answerHere" : "changes.answerByEmail";
type Context = Route.LoaderArgs["context"];

const text = z.string().default("");
const form = z.object({ goal: text, endDate: text, use: text, reason: text });

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { id, goal, startDate, endDate } = await ownedCampaign(context, params.id);
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const posted = await readForm(request, form);
  if (!posted.ok) throw data(null, { status: 400 });
  const entered = posted.value;
  const comeBack = (errors: FormErrors, status: number) => data({ entered, errors }, { status });
  const read = readChange(entered, { goal, startDate, endDate, today: dayOf(new Date()) });
  if (!read.ok) {
    const meant = likelyAmount(entered.goal, goal.currency);
    const messageOf = (problem: ChangeProblem) =>
      problem === "goal" && meant !== null
        ? t("giving.errors.meant", { amount: formatMoney(meant, language) })
        : t(`changes.problems.${problem}`);
    return comeBack(
      read.problems.map(({ field, problem }) => ({ field, message: messageOf(problem) })),
      400,
    );
  }
  const outcome = await requestChange(context.get(databaseContext), {
    ...{ campaignId: id, ownerId: signedInPerson(context).id, language, wanted: read.wanted },
  });
  switch (outcome.kind) {
    case "requested": {
      const sent = `${t("changes.sentText")} ${t(answered(context))}`;
      const notice = { tone: "success", title: t("changes.sent"), text: sent } as const;
      const to = localAddress(language, `/organizer/campaigns/${id}/changes`);
      return redirect(to, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
    }
    case "limited": {
      const message = t("changes.limited", answerWithWait(context, outcome.retryAfter));
      return comeBack([{ field: "goal", message }], 429);
    }
    case "suspended":
      return comeBack([{ field: "goal", message: t("submission.suspended") }], 403);
    case "pending-before":
    case "not-possible":
      return comeBack([{ field: "goal", message: t(`changes.${outcome.kind}`) }], 409);
  }
}

export default function CampaignChanges({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const written = useTranslated();
  const { origin, campaign, requests, canRequest } = loaderData;
  const present: EnteredChange = {
    ...{ goal: decimalText(campaign.goal), endDate: campaign.endDate, use: "", reason: "" },
  };
  return (
    <OrganizerPage
      origin={origin}
      title={t("changes.title")}
      text={written(campaign.title)}
      back={{ address: `/organizer/campaigns/${campaign.id}`, label: t("changes.back") }}
    >
      {canRequest || actionData ? (
        <ChangeForm
          currency={campaign.goal.currency}
          entered={actionData?.entered ?? present}
          errors={actionData?.errors ?? []}
        />
      ) : (
        <p className="organizer-waiting" role="status">
          {requests.some(({ status }) => status === "pending")
            ? `${t("changes.waiting")} ${t(loaderData.answered)}`
            : t("changes.not-possible")}
        </p>
      )}
      <ChangeList requests={requests} />
    </OrganizerPage>
  );
}
