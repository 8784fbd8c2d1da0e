import { data, redirect } from "react-router";
import { findDonation, type Donation } from "#database/donations/details.ts";
import { findArrivedTry, type ArrivedTry } from "#database/donations/earlier-try.ts";
import { databaseContext, keepingContext, whileReadingContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { Island } from "#app/islands/island.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { beginOnPage } from "#app/site/donate/check/begin.server.ts";
import { readEntered } from "#app/site/donate/form/draft.server.ts";
import { resultAddress, waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { isOwn, ownRetry, rememberDonation } from "#app/giving/own-donations.server.ts";
import { Proof } from "#app/site/donate/check/proof.tsx";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";
import type { Route } from "./+types/again";

export const handle = { policy: "everybody", styles: messageStyles, header: "no-donate", footer: "short" };

/** The donor's own browser also sees the payment that stops a repetition. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const db = context.get(databaseContext);
  const findOwn = async () => {
    const own = await ownRetry(db, params.orderId, request.headers.get("Cookie"));
    return own === null ? null : findArrivedTry(db, own);
  };
  return { arrived: await context.get(whileReadingContext)(findOwn()) };
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
export default function Again({ loaderData: { arrived }, actionData, params }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const challenge = actionData?.challenge ?? null;
  if (arrived !== null) return <ArrivedBefore arrived={arrived} failed={params.orderId} />;
  const [title, text] =
    actionData === undefined
      ? [t("giving.result.neutralTitle"), t("giving.result.neutralText")]
      : [actionData.title ?? t("giving.result.pushAgain"), actionData.message];
  return (
    <MessagePage title={title} text={text}>
      {challenge !== null && (
        <form method="post" action={localAddress(language, `/donations/${params.orderId}/again`)}>
          <Island name="proof" of={Proof} props={{ challenge }} plain now />
          <button className="button">{t("giving.result.pushAgain")}</button>
        </form>
      )}
      <a
        className={challenge === null ? "button" : "button quiet"}
        href={waitingAddress(language, params.orderId)}
      >
        {t("giving.result.back")}
      </a>
      <a className="button quiet" href={localAddress(language, "/#large-donations")}>
        {t("giving.result.otherWay")}
      </a>
    </MessagePage>
  );
}

function ArrivedBefore({ arrived, failed }: { arrived: ArrivedTry; failed: string }) {
  const t = useText();
  const language = useLanguage();
  const isPaid = arrived.kind === "paid";
  const text = t(isPaid ? "giving.notBegun.firstPaid" : "giving.notBegun.firstInDoubt");
  return (
    <MessagePage title={t("giving.notBegun.heldTitle")} text={text}>
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
