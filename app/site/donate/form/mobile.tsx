import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { giving, isCampaignId } from "#domain/campaigns/categories.ts";
import { amountProblem } from "#domain/donations/amount-limits.ts";
import { withProcessingFee } from "#domain/payments/fees.ts";
import { tzs, type Money } from "#domain/money/money.ts";
import { readTypedAmount } from "#domain/donations/typed-amount.ts";
import { findCampaign, listOpenElsewhere } from "#database/campaigns/public.ts";
import { databaseTime } from "#database/clock.ts";
import type { InfrastructureProject } from "#domain/campaigns/building-projects.ts";
import { listProjects } from "#database/campaigns/building-projects.ts";
import {
  challengeKeyContext,
  clientContext,
  databaseContext,
  keepingContext,
  originContext,
  publicReads,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { useFund, useSite } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated } from "#app/site/translated-text.tsx";
import { requestChallenge } from "#operations/donations/unpaid-request-guard.ts";
import cardStyles from "#app/site/campaigns/card.css?inline";
import formStyles from "#app/ui/form.css?inline";
import { beginOnPage } from "#app/site/donate/check/begin.server.ts";
import { isKey, newKey, readEntered } from "./draft.server.ts";
import { Arrived } from "./arrived.tsx";
import { ClosedForm } from "./closed-form.tsx";
import { DonateFor } from "./donate-for.tsx";
import { BankInstead } from "./bank-instead.tsx";
import { donationCampaign } from "./donation-fields.ts";
import { MobileForm, type Amount, type WrongMobileForm } from "./mobile-form.tsx";
import { offeredMethods } from "#app/giving/offered.server.ts";
import { ownRetry, rememberDonation } from "#app/giving/own-donations.server.ts";
import { explainAmount } from "#app/giving/explain-problem.ts";
import { readForm } from "./read-form.server.ts";
import donateStyles from "./page.css?inline";
import donationStyles from "./donation-form.css?inline";
import payStyles from "#app/site/donate/pay/pay.css?inline";
import type { Route } from "./+types/mobile";

export const handle = {
  policy: "everyone",
  styles: cardStyles + formStyles + donationStyles + donateStyles + payStyles + messageStyles,
  header: "reduced",
  footer: "short",
};

/** The mobile money dialog as a page. Script opens the same form in a dialog. */
export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, params, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  context.get(keepingContext).never = true;
  const db = context.get(publicReads);
  const campaign = isCampaignId(params.id) ? await findCampaign(db, params.id) : null;
  if (campaign === null || campaign.goal.currency !== "TZS") return data(null, { status: 404 });
  if (!offeredMethods(context).includes("push"))
    throw redirect(localAddress(languageOf(url.pathname), `/campaigns/${campaign.id}${url.search}`), 303);
  const project = (await listProjects(db)).find(({ campaignId }) => campaignId === campaign.id);
  const typedAmount = readTypedAmount((searchParams.get("amount") ?? "").slice(0, 61), "TZS");
  const today = dayOf(new Date());
  const isOpen = giving(campaign, today) === "open";
  return {
    campaign,
    others: isOpen ? [] : await listOpenElsewhere(db, today, campaign),
    project: project ? amountsOf(project) : null,
    typedAmount,
    fee: campaign.isZakatEligible && searchParams.get("fee") === "yes",
    today,
    press: newKey(),
    challenge: await requestChallenge(
      context.get(databaseContext),
      context.get(challengeKeyContext),
      context.get(clientContext),
      await databaseTime(context.get(databaseContext)),
    ),
    /** Errors are shown on the same page. */
    here: url.pathname + url.search,
    origin: context.get(originContext),
  };
}

const amountsOf = ({ giveTitle, presets, chosen }: InfrastructureProject) => ({
  title: giveTitle,
  presets: presets.map(tzs),
  chosen: tzs(chosen),
});

/** This form shows everything there is to check, so its button pays. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const whileReading = context.get(whileReadingContext);
  const found = isCampaignId(params.id)
    ? await whileReading(findCampaign(context.get(publicReads), params.id))
    : null;
  const offered = offeredMethods(context);
  if (found === null || found.goal.currency !== "TZS" || !offered.includes("push"))
    return data<WrongMobileForm | null>(null, { status: 404 });
  const entered = await readEntered(request);
  const proof = entered["proof"] ?? null;
  const campaign = donationCampaign(found);
  const asPush = { ...entered, who: "anonymous", method: "push" };
  const read = readForm(asPush, {
    campaign,
    ...{ offered: ["push"], instead: "Others", t, language, thisYear: new Date().getFullYear() },
  });
  if (!read.ok)
    return data<WrongMobileForm | null>({ entered, errors: read.errors, challenge: proof }, { status: 400 });

  const key = entered["key"] ?? "";
  const cookies = request.headers.get("Cookie");
  const begun = await beginOnPage(context, {
    campaignId: campaign.id,
    filled: read.value,
    cardHolder: null,
    retryOf: await whileReading(ownRetry(context.get(databaseContext), entered["retry"] ?? "", cookies)),
    entered,
    key: isKey(key) ? key : newKey(),
    proof,
    language,
  });
  if (begun.kind === "must-wait") {
    const { message, status, challenge } = begun;
    return data<WrongMobileForm | null>({ entered, errors: [], challenge, wait: message }, { status });
  }
  if (begun.kind === "not-begun") {
    const { title, field, message, status, arrived } = begun;
    return data<WrongMobileForm | null>(
      { title, entered, errors: [{ field, message }], challenge: proof, arrived },
      { status },
    );
  }
  const headers = new Headers();
  if (begun.donation !== null) headers.append("Set-Cookie", rememberDonation(cookies, begun.donation));
  return redirect(begun.to, { status: 303, headers });
}

export default function MobilePage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <MobilePayment {...loaderData} wrong={actionData ?? null} /> : <NoCampaign />;
}

type Loaded = Exclude<Route.ComponentProps["loaderData"], null>;
type Props = Loaded & { wrong: WrongMobileForm | null };

function MobilePayment(props: Props) {
  const { campaign, project, typedAmount, today, origin, wrong } = props;
  const t = useText();
  const fund = useFund();
  const written = useTranslated();
  const amount = amountFor(project, typedAmount);
  const forAmount =
    amount.kind === "presets" && project !== null
      ? written(project.title)
      : t(campaign.id === "zakat" ? "giving.dialog.zakat" : "giving.dialog.title");
  const title = giving(campaign, today) === "open" ? forAmount : written(campaign.title);
  return (
    <div className="donate beside wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={wrong === null || wrong.wait !== undefined ? title : t("giving.errorTitle", { title })}
        description={t("giving.dialog.textOpen")}
        hidden
      />
      <h1>{title}</h1>
      <DonateFor campaign={campaign} today={today} />
      <FormOrReason {...props} title={title} amount={amount} />
    </div>
  );
}

function amountFor(project: Loaded["project"], typedAmount: Money | null): Amount {
  if (project !== null && project.presets.length > 1) {
    const { presets } = project;
    const chosen = presets.find(({ amount }) => amount === typedAmount?.amount) ?? project.chosen;
    return { kind: "presets", presets, chosen };
  }
  const money = typedAmount ?? project?.chosen ?? null;
  return money === null ? { kind: "typed" } : { kind: "fixed", money };
}

function FormOrReason(props: Props & { title: string; amount: Amount }) {
  const { campaign, others, fee, today, press, here, wrong, title, amount } = props;
  const written = useTranslated();
  const { paymentsStopped } = useSite().settings;
  const page = localAddress(useLanguage(), `/campaigns/${campaign.id}`);
  const fixed = amount.kind === "fixed" ? amount.money : null;
  const otherWay = fixed === null ? page : `${page}?amount=${fixed.amount}${fee ? "&fee=yes" : ""}`;
  if (giving(campaign, today) !== "open")
    return <ClosedForm campaign={campaign} others={others} today={today} />;
  if (wrong?.arrived) return <Arrived arrived={wrong.arrived} campaignId={campaign.id} isRefused />;
  if (paymentsStopped) return <PaymentsStopped campaignId={campaign.id} />;
  if (fixed !== null && amountProblem(fixed, "mobile", fee) === "above-mobile-limit")
    return <TooMuch donation={fixed} fee={fee} campaignId={campaign.id} otherWay={otherWay} />;
  return (
    <MobileForm
      title={title}
      campaignId={campaign.id}
      campaignName={written(campaign.title)}
      picture={campaign.picture}
      amount={amount}
      fee={fee}
      action={here}
      campaignPage={page}
      changeAmount={campaign.isZakatEligible ? null : `${otherWay}#give`}
      otherWay={otherWay}
      press={press}
      challenge={wrong === null ? props.challenge : wrong.challenge}
      wrong={wrong}
    />
  );
}

function PaymentsStopped({ campaignId }: { campaignId: string }) {
  const t = useText();
  return (
    <div className="panel form">
      <p>{t("giving.noPayments")}</p>
      <BankInstead campaignId={campaignId} />
    </div>
  );
}

type TooMuchProps = { donation: Money; fee: boolean; campaignId: string; otherWay: string };

/** The visitor cannot lower a fixed amount on this page. */
function TooMuch({ donation, fee, campaignId, otherWay }: TooMuchProps) {
  const t = useText();
  const language = useLanguage();
  const total = fee ? withProcessingFee(donation) : donation;
  return (
    <div className="panel form">
      <p>{explainAmount("above-mobile-limit", "TZS", { t, language, donation, total })}</p>
      <BankInstead campaignId={campaignId} />
      <a className="button" href={otherWay}>
        {t("giving.result.otherWay")}
      </a>
    </div>
  );
}
