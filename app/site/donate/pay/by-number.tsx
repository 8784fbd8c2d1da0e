import { redirect } from "react-router";
import { add, formatMoney } from "#domain/money/money.ts";
import { formatClock, formatUntil } from "#domain/system/calendar.ts";
import { originContext, whileReadingContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { QrCode } from "#app/site/campaigns/qr-code.tsx";
import {
  numberAddress,
  openNumberAddress,
  waitingAddress,
} from "#app/site/donate/form/donation-addresses.ts";
import { EarlierTryNotice } from "#app/site/donate/waiting/earlier-try.tsx";
import { findVisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { useFund, usePayee } from "#app/site/fund.ts";
import { ContactUs } from "#app/site/donate/result/contact-us.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import contactStyles from "#app/site/donate/result/contact-us.css?inline";
import earlierStyles from "#app/site/donate/waiting/earlier-try.css?inline";
import styles from "./by-number.css?inline";
import type { Route } from "./+types/by-number";

export const handle = {
  policy: "everyone",
  styles: styles + contactStyles + earlierStyles,
  header: "reduced",
  footer: "short",
  script: "inline",
};

/** The menu of each network, as it is dialled. */
const menus = [
  ["Mpesa", "*150*00#"],
  ["Tigo", "*150*01#"],
  ["Airtel", "*150*60#"],
  ["Halopesa", "*150*88#"],
] as const;

/** Without script, reloads show the payment of another phone. An hour of them must stay small. */
const reloadSeconds = (startedAt: Date, now: Date): number =>
  now.getTime() - startedAt.getTime() < 5 * 60_000 ? 20 : 60;

export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, params, request, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const waiting = waitingAddress(language, params.orderId);
  const found = await findVisibleDonation(context, request, params.orderId);
  if (typeof found === "string") throw redirect(waiting, 303);
  const { byNumber, orderId, amount, fee, campaign, quoted, status, earlierTry, payment } = found.donation;
  const { isHeld, mustNotPay } = found.donation;
  if (byNumber === null || openNumberAddress(language, found.donation) === null) throw redirect(waiting, 303);
  const [total, origin] = [add(amount, fee), context.get(originContext)];
  const now = new Date();
  const reloadAfter = reloadSeconds(payment.startedAt, now);
  return {
    ...{ byNumber, orderId, campaign, quoted, status, earlierTry, isHeld, mustNotPay },
    ...{ total, origin, now, reloadAfter },
  };
}

/** For any phone, also another person's: the number and the code say what to pay, and to whom. */
export default function PayByNumber({ loaderData }: Route.ComponentProps) {
  const { quoted, isHeld, mustNotPay, origin, reloadAfter } = loaderData;
  const t = useText();
  return (
    <article className="by-number wrap">
      <PageHead
        origin={origin}
        fund={useFund()}
        title={t("giving.byNumber.title")}
        description={t("giving.byNumber.keeps")}
        hidden
      />
      <noscript>
        <meta httpEquiv="refresh" content={String(reloadAfter)} />
      </noscript>
      <h1>{t("giving.byNumber.title")}</h1>
      <EarlierTryNotice donation={loaderData} />
      {mustNotPay ? (
        <p>{t(isHeld ? "giving.result.thisOpen" : "giving.result.doubtText")}</p>
      ) : (
        <HowToPay {...loaderData} />
      )}
      <NotPaid {...loaderData} />
      <p>{t("giving.byNumber.keeps")}</p>
      <ContactUs reference={quoted} />
    </article>
  );
}

function HowToPay(loaded: Route.ComponentProps["loaderData"]) {
  const { byNumber, campaign, total } = loaded;
  const t = useText();
  const payee = usePayee();
  const amount = formatMoney(total, useLanguage());
  const spaced = `${byNumber.number.slice(0, 4)} ${byNumber.number.slice(4)}`;
  return (
    <>
      <p>
        {t("giving.byNumber.text", { amount, payee })} <TranslatedText text={campaign.title} />.
      </p>
      <div className="pay-both">
        <div className="pay-number">
          <p>
            {spaced}
            <small>{amount}</small>
          </p>
          <PassOn {...loaded} spaced={spaced} amount={amount} payee={payee} />
        </div>
        {byNumber.qr !== null && (
          <figure>
            <QrCode text={byNumber.qr} label={t("giving.byNumber.qr")} />
            <figcaption>{t("giving.byNumber.qrText")}</figcaption>
          </figure>
        )}
      </div>
      <Steps number={spaced} amount={amount} />
    </>
  );
}

type PassOnProps = Pick<
  Route.ComponentProps["loaderData"],
  "byNumber" | "orderId" | "campaign" | "origin"
> & {
  spaced: string;
  amount: string;
  payee: string;
};

/** Another person often pays, so the number goes out by message. The page says the same, and names no donor. */
function PassOn({ byNumber, orderId, campaign, origin, spaced, amount, payee }: PassOnProps) {
  const t = useText();
  const language = useLanguage();
  const written = useTranslated();
  const address = origin + numberAddress(language, orderId);
  const campaignName = written(campaign.title);
  const text = t("giving.byNumber.message", {
    amount,
    payee,
    number: spaced,
    campaign: campaignName,
    address,
  });
  return (
    <div className="pass-on">
      <button
        type="button"
        className="needs-script"
        aria-live="polite"
        data-copies={byNumber.number}
        data-copied={t("giving.byNumber.copied")}
        data-failed={t("giving.byNumber.copyFailed")}
      >
        {t("giving.byNumber.copy")}
      </button>
      <a href={`https://wa.me/?text=${encodeURIComponent(text)}`} rel="noreferrer">
        {t("giving.byNumber.sendByWhatsApp")}
      </a>
      <a href={`sms:?&body=${encodeURIComponent(text)}`}>{t("giving.byNumber.sendBySms")}</a>
    </div>
  );
}

type NotPaidProps = Pick<Route.ComponentProps["loaderData"], "byNumber" | "orderId" | "mustNotPay" | "now">;

/** Its form asks the provider, and leads back here while the number is not paid. */
function NotPaid({ byNumber, orderId, mustNotPay, now }: NotPaidProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <form className="not-paid" method="post" action={waitingAddress(language, orderId)}>
      {!mustNotPay && (
        <p>
          {t("giving.byNumber.notPaid")}{" "}
          {t("giving.byNumber.until", { time: formatUntil(byNumber.endsAt, now, language) })}
        </p>
      )}
      <button>{t("giving.leaving.checkStatus")}</button>
      <small>{t("giving.byNumber.checked", { time: formatClock(now, language) })}</small>
    </form>
  );
}

function Steps({ number, amount }: { number: string; amount: string }) {
  const t = useText();
  return (
    <ol>
      <li>
        {t("giving.byNumber.dial")}
        <dl>
          {menus.map(([network, code]) => (
            <div key={network}>
              <dt>{t(`giving.networks.${network}`)}</dt>
              <dd>
                <a href={`tel:${code.replace("#", "%23")}`}>{code}</a> {t(`giving.byNumber.steps.${network}`)}
              </dd>
            </div>
          ))}
        </dl>
      </li>
      <li>
        <span>
          {t("giving.byNumber.enter")} <b>{number}</b>
        </span>
      </li>
      <li>{t("giving.byNumber.confirm", { amount })}</li>
    </ol>
  );
}
