import { data, redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { maskPhone } from "#domain/payments/phone.ts";
import { findCampaign, listOpenOfAnyKind } from "#database/campaigns/public.ts";
import { findDonation, type Donation } from "#database/donations/details.ts";
import { findArrivedTry, type ArrivedTry } from "#database/donations/earlier-try.ts";
import {
  databaseContext,
  keepingContext,
  publicReads,
  whileReadingContext,
} from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Island } from "#app/islands/island.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { OpenCampaigns } from "#app/site/campaigns/open-campaigns.tsx";
import cardStyles from "#app/site/campaigns/card.css?inline";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { beginOnPage } from "#app/site/donate/check/begin.server.ts";
import { readEntered } from "#app/site/donate/form/draft.server.ts";
import { resultAddress, waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { findOwnRetry, isOwn, rememberDonation } from "#app/giving/own-donations.server.ts";
import { Proof } from "#app/site/donate/check/proof.tsx";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";
import { TriedFor, triedForStyles } from "./tried-for.tsx";
import againStyles from "./again.css?inline";
import type { Route } from "./+types/again";

export const handle = {
  policy: "everybody",
  styles: cardStyles + messageStyles + triedForStyles + againStyles,
  header: "no-donate",
  footer: "short",
};

/** The donor's own browser also sees the donation, and the payment that stops a repetition. */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const reads = context.get(publicReads);
  const db = context.get(databaseContext);
  const today = dayOf(new Date());
  const find = async () => {
    const own = await findOwnRetry(db, params.orderId, request.headers.get("Cookie"));
    if (own === null) return { arrived: null, tried: null, others: await listOpenOfAnyKind(reads, today) };
    const { campaign, amount, fee, person } = own;
    const arrived = await findArrivedTry(db, own.orderId);
    const mayPress = asBefore(own) !== null && person.phone !== null;
    if (arrived === null && !mayPress)
      throw redirect(waitingAddress(languageOf(url.pathname), own.orderId), 303);
    const picture = (await findCampaign(reads, campaign.id))?.picture ?? null;
    const phone = person.phone === null ? null : maskPhone(person.phone);
    return {
      arrived,
      tried: { campaign: { title: campaign.title, picture }, amount, fee, phone },
      others: [],
    };
  };
  return { today, ...(await context.get(whileReadingContext)(find())) };
}

/** Retries a donation that has certainly failed. The retry is a new donation that names the first. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const proof = (await readEntered(request))["proof"] ?? null;
  const cookies = request.headers.get("Cookie");
  const db = context.get(databaseContext);
  const failed = await context.get(whileReadingContext)(findDonation(db, params.orderId.slice(0, 100)));
  const filled = failed !== null && isOwn(failed, cookies, null) ? asBefore(failed) : null;
  if (failed === null || filled === null || failed.receiptKey === null)
    throw redirect(waitingAddress(language, params.orderId), 303);
  const begun = await beginOnPage(context, {
    campaignId: failed.campaign.id,
    filled,
    cardHolder: null,
    retryOf: failed.orderId,
    entered: {},
    // One second try for all presses. If it fails too, it has its own key for a third.
    key: `${failed.receiptKey}-again`,
    proof,
    language,
  });
  if (begun.kind !== "begun") {
    const { message, status } = begun;
    if (begun.kind === "must-wait")
      return data({ title: null, message, challenge: begun.challenge }, { status });
    return data({ title: begun.title, message, challenge: null }, { status });
  }
  const headers = new Headers();
  if (begun.donation !== null) headers.append("Set-Cookie", rememberDonation(cookies, begun.donation));
  throw redirect(begun.to, { status: 303, headers });
}

/** Null for a donation that cannot be repeated without its donor, or need not be. */
function asBefore({ status, amount, fee, person, payment }: Donation): FilledDonation | null {
  const { phone, name, email, graduationYear, agreed, message } = person;
  if (status !== "failed" || phone === null || payment.network === null || payment.method !== "mobile")
    return null;
  const named = name === null ? null : { name, email };
  return {
    amount,
    bearsFee: fee.amount > 0n,
    donor:
      named === null
        ? { kind: "anonymous" }
        : graduationYear === null
          ? { kind: "named", ...named }
          : { kind: "alumni", ...named, graduationYear },
    agreed,
    message,
    way: { method: "push", phone, network: payment.network },
  };
}

/** The reason why there is no second try. A visitor without the receipt key goes to the donation's page. */
export default function Again({ loaderData, actionData, params }: Route.ComponentProps) {
  const { arrived, tried, others, today } = loaderData;
  const t = useText();
  const language = useLanguage();
  const challenge = actionData?.challenge ?? null;
  const [title, text] = useWords(actionData, tried);
  if (arrived !== null) return <ArrivedBefore arrived={arrived} failed={params.orderId} tried={tried} />;
  const mayPress = challenge !== null || (actionData === undefined && tried !== null && tried.phone !== null);
  return (
    <>
      <MessagePage title={title} text={text} subject={tried && <TriedFor {...tried} donation={tried} />}>
        {mayPress && (
          <form method="post" action={localAddress(language, `/donations/${params.orderId}/again`)}>
            {challenge !== null && <Island name="proof" of={Proof} props={{ challenge }} plain now />}
            <button className="button">{t("giving.result.pushAgain")}</button>
          </form>
        )}
        <a className={mayPress ? "button quiet" : "button"} href={waitingAddress(language, params.orderId)}>
          {t("giving.result.back")}
        </a>
        <a className="button quiet" href={localAddress(language, "/#large-donations")}>
          {t("giving.result.otherWay")}
        </a>
      </MessagePage>
      {others.length > 0 && (
        <div className="wrap again-others">
          <OpenCampaigns campaigns={others} today={today} />
        </div>
      )}
    </>
  );
}

type Tried = Route.ComponentProps["loaderData"]["tried"];

/** Before a press, the page says what a press would do. */
function useWords(answer: Route.ComponentProps["actionData"], tried: Tried): [title: string, text: string] {
  const t = useText();
  const language = useLanguage();
  if (answer !== undefined) return [answer.title ?? t("giving.result.pushAgain"), answer.message];
  if (tried === null || tried.phone === null)
    return [t("giving.result.neutralTitle"), t("giving.result.neutralText")];
  const amount = formatMoney(add(tried.amount, tried.fee), language);
  return [t("giving.result.pushAgain"), t("giving.result.pushAgainTo", { phone: tried.phone, amount })];
}

type ArrivedProps = { arrived: ArrivedTry; failed: string; tried: Tried };

function ArrivedBefore({ arrived, failed, tried }: ArrivedProps) {
  const t = useText();
  const language = useLanguage();
  const isPaid = arrived.kind === "paid";
  const text = t(isPaid ? "giving.notBegun.firstPaid" : "giving.notBegun.firstInDoubt");
  return (
    <MessagePage
      title={t("giving.notBegun.heldTitle")}
      text={text}
      subject={tried && <TriedFor {...tried} donation={tried} />}
    >
      <a
        className="button"
        href={resultAddress(language, arrived.orderId, isPaid ? "success" : "manual_check")}
      >
        {t(isPaid ? "giving.dialog.thanks" : "giving.dialog.waitingPage")}
      </a>
      <a className="button quiet" href={waitingAddress(language, failed)}>
        {t("giving.result.back")}
      </a>
    </MessagePage>
  );
}
