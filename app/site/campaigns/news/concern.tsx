import { data } from "react-router";
import { z } from "zod";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { placeOf } from "#app/account/place-of.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  clientContext,
  databaseContext,
  keepingContext,
  originContext,
  publicReads,
} from "#app/http/context.server.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { findCampaign } from "#database/campaigns/public.ts";
import { isCampaignId } from "#domain/campaigns/categories.ts";
import { isEmail } from "#domain/donations/read-donor.ts";
import { reportConcern } from "#operations/cases/report-concern.ts";
import type { Route } from "./+types/concern";

export const handle = { policy: "everyone", styles: accountStyles + messageStyles, footer: "short" };

export async function loader({ context, params }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });
  const { id, title, picture } = campaign;
  return { campaign: { id, title, picture }, origin: context.get(originContext) };
}

const longestConcern = 2_000;
const shape = z.object({ concern: z.string().default(""), email: z.string().default("") });

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const form = await readForm(request, shape);
  const text = (form.entered["concern"] ?? "").trim();
  const email = (form.entered["email"] ?? "").trim();
  const entered = { concern: text.slice(0, longestConcern * 2), email: email.slice(0, 300) };
  const refuse = (errors: FormErrors, status: number, isFull = false) =>
    data({ kind: "refused" as const, errors, entered, isFull }, { status });
  const errors: FormErrors = [];
  if (text === "") errors.push({ field: "concern", message: t("concern.required") });
  if (text.length > longestConcern)
    errors.push({ field: "concern", message: t("concern.tooLong", { most: longestConcern }) });
  if (email !== "" && !isEmail(email))
    errors.push({ field: "email", message: t("follow.errors.email-invalid") });
  if (errors.length > 0) return refuse(errors, 400);
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });
  const reported = await reportConcern(
    context.get(databaseContext),
    { campaignId: campaign.id, text, email: email === "" ? null : email },
    { place: placeOf(context.get(clientContext)) },
  );
  if (reported.kind === "opened") return { kind: "opened" as const, number: String(reported.number) };
  const wait = answerWithWait(context, reported.retryAfter);
  const message = reported.kind === "full" ? t("concern.full") : t("follow.tooMany", wait);
  return refuse([{ field: "concern", message }], 429, reported.kind === "full");
}

export default function ConcernPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  if (loaderData === null) return <NoCampaign />;
  const { campaign, origin } = loaderData;
  const address = localAddress(language, `/campaigns/${campaign.id}`);
  const refused = actionData?.kind === "refused" ? actionData : null;
  const errorAt = (field: string) => refused?.errors.find((each) => each.field === field)?.message;
  return (
    <AccountPage origin={origin} title={t("concern.title")} text={t("concern.text")} campaign={campaign}>
      {actionData?.kind === "opened" ? (
        <div className="panel account-told" role="status">
          <h2>{t("concern.opened", { number: actionData.number })}</h2>
          <p>{t("concern.openedText")}</p>
          <Contact />
        </div>
      ) : (
        <form className="panel form" method="post" action={`${address}/concern`} noValidate>
          {refused && <ErrorSummary title={t("news.errors.summary")} errors={refused.errors} />}
          <TextAreaField
            id="concern"
            label={t("concern.label")}
            hint={t("concern.hint")}
            error={errorAt("concern")}
            defaultValue={refused?.entered.concern}
            rows={6}
          />
          <Field
            id="email"
            type="email"
            label={t("concern.email")}
            hint={t("concern.emailHint")}
            error={errorAt("email")}
            defaultValue={refused?.entered.email}
            autoComplete="email"
            maxLength={254}
          />
          <button className="button" type="submit">
            {t("concern.button")}
          </button>
          {refused?.isFull && <Contact />}
        </form>
      )}
      <p className="account-links">
        <a href={address}>{t("follow.back")}</a>
      </p>
    </AccountPage>
  );
}

function Contact() {
  const t = useText();
  return (
    <a className="button quiet" href={localAddress(useLanguage(), "/#contact")}>
      {t("concern.contact")}
    </a>
  );
}
