import { data, redirect } from "react-router";
import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { findOwnPage } from "#database/donations/donor-links.ts";
import { listOwnDonations, type OwnDonation } from "#database/donations/own.ts";
import { add, currencies, formatMoney, type Money } from "#domain/money/money.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import styles from "./own-donations.css?inline";
import type { Route } from "./+types/statement";

export const handle = { policy: "everyone", styles };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const key = url.searchParams.get("key") ?? "";
  const year = url.searchParams.get("year") ?? "";
  const db = context.get(databaseContext);
  const link = await findOwnPage(db, key);
  if (link === null) throw redirect(localAddress(languageOf(url.pathname), "/my-donations?key="), 303);
  if (!/^20\d\d$/.test(year)) throw data(null, { status: 404 });
  const donations = await listOwnDonations(db, link.email, Number(year));
  return {
    origin: context.get(originContext),
    ...{ key, year, email: link.email, today: dayOf(new Date()) },
    donations: donations.filter(({ isRefunded }) => !isRefunded).toReversed(),
  };
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const { origin, key, year, email, today, donations } = loaderData;
  const title = t("statement.title", { year });
  const text = t("statement.text", { email, year });
  const back = localAddress(language, `/my-donations?key=${encodeURIComponent(key)}`);
  return (
    <article className="own-page wrap">
      <PageHead origin={origin} fund={fund} title={title} description={title} hidden />
      <meta name="referrer" content="same-origin" />
      <p className="back">
        <a href={back}>{t("statement.back")}</a>
      </p>
      <p className="eyebrow">{fund}</p>
      <h1>{title}</h1>
      <p>{text}</p>
      {donations.length === 0 ? <p>{t("statement.none")}</p> : <Table donations={donations} />}
      <p className="field-hint">{t("statement.madeOn", { date: formatDay(today, language) })}</p>
      <Island name="print" of={PrintButton} props={{ label: t("statement.print") }} plain />
    </article>
  );
}

function Table({ donations }: { donations: OwnDonation[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="statement-scroll">
      <table className="statement">
        <thead>
          <tr>
            <th scope="col">{t("statement.date")}</th>
            <th scope="col">{t("statement.campaign")}</th>
            <th scope="col">{t("statement.receipt")}</th>
            <th scope="col" className="figure">
              {t("statement.amount")}
            </th>
            <th scope="col" className="figure">
              {t("statement.fee")}
            </th>
          </tr>
        </thead>
        <tbody>
          {donations.map(({ orderId, receiptNumber, campaign, amount, fee, day }) => (
            <tr key={orderId}>
              <td>{formatDay(day, language)}</td>
              <td>
                <TranslatedText text={campaign} />
              </td>
              <td>{receiptNumber === null ? orderId : String(receiptNumber)}</td>
              <td className="figure">{formatMoney(amount, language)}</td>
              <td className="figure">{fee.amount === 0n ? "–" : formatMoney(fee, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totalsOf(donations).map(({ amount, fee }) => (
            <tr key={amount.currency}>
              <th scope="row" colSpan={3}>
                {t("statement.total", { currency: amount.currency })}
              </th>
              <td className="figure">
                <strong>{formatMoney(amount, language)}</strong>
              </td>
              <td className="figure">{formatMoney(fee, language)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}

/** One total for each currency: they are never added up. */
function totalsOf(donations: OwnDonation[]): { amount: Money; fee: Money }[] {
  return currencies.flatMap((currency) => {
    const own = donations.filter(({ amount }) => amount.currency === currency);
    const zero: Money = { amount: 0n, currency };
    if (own.length === 0) return [];
    return [
      {
        amount: own.reduce((sum, { amount }) => add(sum, amount), zero),
        fee: own.reduce((sum, { fee }) => add(sum, fee), zero),
      },
    ];
  });
}
