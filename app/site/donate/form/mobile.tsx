import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { giving, isCampaignId } from "#domain/campaigns/categories.ts";
import { amountProblem } from "#domain/donations/amount-limits.ts";
import { processingFee, withProcessingFee } from "#domain/payments/fees.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { databaseTime } from "#database/clock.ts";
import { listProjects } from "#database/campaigns/building-projects.ts";
import {
  challengeKeyContext,
  clientContext,
  databaseContext,
  keepingContext,
  originContext,
  publicReads,
} from "#app/http/context.server.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { Island } from "#app/islands/island.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { WhyClosed } from "#app/site/campaigns/why-closed.tsx";
import { useFund, useSite } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useWritten } from "#app/site/translated-text.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { requestChallenge } from "#operations/donations/unpaid-request-guard.ts";
import formStyles from "#app/ui/form.css?inline";
import { beginOnPage } from "#app/site/donate/check/begin.server.ts";
import { isKey, newKey, readEntered } from "./draft.server.ts";
import { BankInstead, isTooMuch } from "./bank-instead.tsx";
import { Choices } from "./donation-form.tsx";
import { donationCampaign } from "./donation-fields.ts";
import { MobileFields, withCode } from "./mobile-fields.tsx";
import { offeredMethods } from "#app/giving/offered.server.ts";
import { ownRetry, rememberDonation } from "#app/giving/own-donations.server.ts";
import { PayControls, usePayWords } from "#app/site/donate/pay/controls.tsx";
import { Proof } from "#app/site/donate/check/proof.tsx";
import { explainAmount } from "#app/giving/explain-problem.ts";
import { readForm } from "./read-form.server.ts";
import donateStyles from "./page.css?inline";
import donationStyles from "./donation-form.css?inline";
import payStyles from "#app/site/donate/pay/pay.css?inline";
import type { Route } from "./+types/mobile";

export const handle = {
  policy: "everybody",
  styles: formStyles + donationStyles + donateStyles + payStyles + messageStyles,
};

/** The mobile money dialog as a page; script opens the same form in a dialog where its link stands. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  context.get(keepingContext).never = true;
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (campaign === null || campaign.goal.currency !== "TZS") return data(null, { status: 404 });
  if (!offeredMethods(context).includes("push"))
    throw redirect(localAddress(languageOf(url.pathname), `/campaigns/${campaign.id}${url.search}`), 303);
  const project = (await listProjects(db)).find(({ campaignId }) => campaignId === campaign.id);
  const asked = readTypedAmount((searchParams.get("amount") ?? "").slice(0, 61), "TZS");
  return {
    campaign,
    project: project?.giving ?? null,
    asked,
    fee: campaign.zakatEligible && searchParams.get("fee") === "yes",
    today: dayOf(new Date()),
    press: newKey(),
    challenge: await requestChallenge(
      context.get(databaseContext),
      context.get(challengeKeyContext),
      context.get(clientContext),
      await databaseTime(context.get(databaseContext)),
    ),
    /** So that what is wrong is said on the same page. */
    here: url.pathname + url.search,
    origin: context.get(originContext),
  };
}

type Wrong = { title?: string; entered: Entered; errors: FormErrors; challenge: string | null } | null;

/** Here the form says all that there is to check, so its button pays. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const found = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  const offered = offeredMethods(context);
  if (found === null || found.goal.currency !== "TZS" || !offered.includes("push"))
    return data<Wrong>(null, { status: 404 });
  const entered = await readEntered(request);
  const proof = entered["proof"] ?? null;
  const campaign = donationCampaign(found);
  const asPush = { ...entered, who: "anonymous", method: "push" };
  const read = readForm(asPush, {
    campaign,
    ...{ offered: ["push"], instead: "Others", t, language, thisYear: new Date().getFullYear() },
  });
  if (!read.ok) return data<Wrong>({ entered, errors: read.errors, challenge: proof }, { status: 400 });

  const key = entered["key"] ?? "";
  const cookies = request.headers.get("Cookie");
  const begun = await beginOnPage(context, {
    campaignId: campaign.id,
    filled: read.value,
    cardHolder: null,
    retryOf: await ownRetry(context.get(databaseContext), entered["retry"] ?? "", cookies),
    entered,
    key: isKey(key) ? key : newKey(),
    proof,
    language,
  });
  if (begun.kind === "not-begun") {
    const { title, field, message, status, challenge = proof } = begun;
    return data<Wrong>({ title, entered, errors: [{ field, message }], challenge }, { status });
  }
  const headers = new Headers();
  if (begun.gift !== null) headers.append("Set-Cookie", rememberDonation(cookies, begun.gift));
  return redirect(begun.to, { status: 303, headers });
}

export default function MobilePage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <MobilePayment {...loaderData} wrong={actionData ?? null} /> : <NoCampaign />;
}

type Props = Exclude<Route.ComponentProps["loaderData"], null> & { wrong: Wrong };

function MobilePayment(props: Props) {
  const { campaign, project, asked, fee, today, press, here, origin, wrong } = props;
  const challenge = wrong === null ? props.challenge : wrong.challenge;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const { paymentsStopped } = useSite().settings;
  const written = useWritten();
  const words = usePayWords();
  const presets = project !== null && project.presets.length > 1 ? project.presets : [];
  const fixed = presets.length === 0 ? (asked ?? project?.chosen ?? null) : null;
  const title = presets.length > 0 && project !== null ? written(project.title) : t("giving.dialog.title");
  const name = campaign.id === "zakat" ? t("giving.dialog.zakat") : written(campaign.title);
  const page = localAddress(language, `/campaigns/${campaign.id}`);
  const otherWay = fixed === null ? page : `${page}?amount=${fixed.amount}${fee ? "&fee=yes" : ""}`;
  const entered = wrong?.entered ?? {};
  const errors = wrong?.errors ?? [];
  const tooMuch =
    fixed !== null && amountProblem(fixed, "mobile", fee) === "above-mobile-limit" ? fixed : null;
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <div className="donate wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={wrong === null ? title : t("giving.errorTitle", { title })}
        description={t("giving.dialog.textOpen")}
        hidden
      />
      <h1>{title}</h1>
      {giving(campaign, today) !== "open" ? (
        <WhyClosed campaign={campaign} today={today} />
      ) : paymentsStopped ? (
        <div className="panel form">
          <p>{t("giving.noPayments")}</p>
          <BankInstead campaignId={campaign.id} />
        </div>
      ) : tooMuch !== null ? (
        <TooMuch gift={tooMuch} fee={fee} campaignId={campaign.id} otherWay={otherWay} />
      ) : (
        <form
          className="panel form"
          id="gift"
          tabIndex={-1}
          method="post"
          action={here}
          noValidate
          data-pay={words}
          data-title={title}
        >
          <ErrorSummary title={wrong?.title ?? t("giving.problem")} errors={errors} />
          <p id={fixed === null ? undefined : "otherAmount"} tabIndex={-1}>
            {fixed === null
              ? t("giving.dialog.textOpen")
              : t("giving.dialog.text", { amount: withCode(fixed, language) })}
          </p>
          {fixed !== null && errorOf("otherAmount") && (
            <p className="field-error">{errorOf("otherAmount")}</p>
          )}
          {fee && fixed !== null && (
            <p>
              {t("giving.check.fee")}: {formatMoney(processingFee(fixed), language)}.{" "}
              {t("giving.check.total")}: {formatMoney(withProcessingFee(fixed), language)}
            </p>
          )}
          {presets.length > 0 && project !== null && (
            <Choices
              legend={t("giving.amount")}
              name="amount"
              error={errorOf("amount")}
              chosen={
                entered["amount"] ??
                String((presets.find(({ amount }) => amount === asked?.amount) ?? project.chosen).amount)
              }
              options={presets.map((preset) => ({
                value: String(preset.amount),
                label: formatMoney(preset, language),
              }))}
            />
          )}
          {fixed !== null && (
            <>
              <input type="hidden" name="amount" value="other" />
              <input type="hidden" name="otherAmount" value={String(fixed.amount)} />
            </>
          )}
          {presets.length === 0 && fixed === null && (
            <>
              <input type="hidden" name="amount" value="other" />
              <Field
                id="otherAmount"
                label={t("giving.amount")}
                error={errorOf("otherAmount")}
                defaultValue={entered["otherAmount"]}
                before="TSh"
                inputMode="numeric"
              />
            </>
          )}
          {errorOf("otherAmount") && isTooMuch(entered["otherAmount"] ?? "", "TZS") && (
            <BankInstead campaignId={campaign.id} />
          )}
          <input type="hidden" name="key" value={press} />
          {challenge !== null && <Island name="proof" of={Proof} given={{ challenge }} plain now />}
          {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
          {fee && <input type="hidden" name="fee" value="yes" />}
          <MobileFields campaign={name} entered={entered} errors={errors} />
          <PayControls label={t("giving.dialog.pay")} cancel={page} />
          <p className="field-hint">
            {t("giving.pin")}{" "}
            <a href={otherWay} data-pay-control="">
              {t("giving.result.otherWay")}
            </a>
          </p>
        </form>
      )}
    </div>
  );
}

type TooMuchProps = { gift: Money; fee: boolean; campaignId: string; otherWay: string };

/** An amount that stands fixed cannot be made smaller here. */
function TooMuch({ gift, fee, campaignId, otherWay }: TooMuchProps) {
  const t = useText();
  const language = useLanguage();
  const asked = fee ? withProcessingFee(gift) : gift;
  return (
    <div className="panel form">
      <p>{explainAmount("above-mobile-limit", "TZS", { t, language, gift, asked })}</p>
      <BankInstead campaignId={campaignId} />
      <a className="button" href={otherWay}>
        {t("giving.result.otherWay")}
      </a>
    </div>
  );
}
