import { redirect } from "react-router";
import { add, formatMoney } from "#domain/money/money.ts";
import { formatClock } from "#domain/system/calendar.ts";
import { originContext } from "#app/http/context.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { QrCode } from "#app/site/campaigns/qr-code.tsx";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { findVisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { ReloadFallback } from "#app/site/donate/waiting/reload-fallback.tsx";
import { useFund, usePayee } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { Written } from "#app/site/translated-text.tsx";
import styles from "./by-number.css?inline";
import type { Route } from "./+types/by-number";

export const handle = { policy: "everybody", styles, header: "reduced", footer: "short" };

/** The menu of each network, as it is dialled. */
const menus = [
  ["Mpesa", "*150*00#"],
  ["Tigo", "*150*01#"],
  ["Airtel", "*150*60#"],
  ["Halopesa", "*150*88#"],
] as const;

/** In seconds. The page shows the payment of another phone automatically, also without script. */
const reloadAfter = 20;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const waiting = waitingAddress(languageOf(url.pathname), params.orderId);
  const found = await findVisibleDonation(context, request, params.orderId);
  if (typeof found === "string") throw redirect(waiting, 303);
  const { byNumber, status, payment, orderId, amount, fee, campaign } = found.donation;
  if (byNumber === null || status !== "pending" || payment.paidOtherAmount) throw redirect(waiting, 303);
  return { byNumber, orderId, campaign, total: add(amount, fee), origin: context.get(originContext) };
}

/** For any phone, also another person's: the number and the code say what to pay, and to whom. */
export default function PayByNumber({ loaderData }: Route.ComponentProps) {
  const { byNumber, orderId, campaign, total, origin } = loaderData;
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const payee = usePayee();
  const amount = formatMoney(total, language);
  const spaced = `${byNumber.number.slice(0, 4)} ${byNumber.number.slice(4)}`;
  return (
    <article className="by-number wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={t("giving.byNumber.title")}
        description={t("giving.byNumber.keeps")}
        hidden
      />
      <ReloadFallback island="pay-by-number" seconds={reloadAfter} />
      <h1>{t("giving.byNumber.title")}</h1>
      <p>
        {t("giving.byNumber.text", { amount, payee })} <Written text={campaign.title} />
      </p>
      <div className="pay-both">
        <p className="pay-number">
          {spaced}
          <small>{amount}</small>
        </p>
        {byNumber.qr !== null && (
          <figure>
            <QrCode text={byNumber.qr} label={t("giving.byNumber.qr")} />
            <figcaption>{t("giving.byNumber.qrText")}</figcaption>
          </figure>
        )}
      </div>
      <Steps number={spaced} amount={amount} />
      <p>
        {t("giving.byNumber.until", { time: formatClock(byNumber.endsAt, language) })}{" "}
        {t("giving.byNumber.keeps")}
      </p>
      <a className="button" href={waitingAddress(language, orderId)}>
        {t("giving.leaving.checkStatus")}
      </a>
    </article>
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
                <b>{code}</b> {t(`giving.byNumber.steps.${network}`)}
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
