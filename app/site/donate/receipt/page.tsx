import { data, redirect } from "react-router";
import { databaseContext, originContext } from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund, useSite } from "#app/site/fund.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { inLanguage } from "#domain/content/language.ts";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { Field } from "#app/ui/field.tsx";
import formStyles from "#app/ui/form.css?inline";
import { PrintButton } from "#app/ui/print-button.tsx";
import { databaseTime } from "#database/clock.ts";
import { requestReceipt } from "#operations/donations/request-receipt.ts";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { readEntered } from "#app/site/donate/form/draft.server.ts";
import { findVisibleDonation, type VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { ReceiptLines } from "./lines.tsx";
import donationStyles from "#app/site/donate/form/donation-form.css?inline";
import donateStyles from "#app/site/donate/form/page.css?inline";
import resultStyles from "#app/site/donate/result/page.css?inline";
import printStyles from "./print.css?inline";
import type { Route } from "./+types/page";

export const handle = {
  policy: "everybody",
  styles: formStyles + donationStyles + donateStyles + resultStyles + messageStyles + printStyles,
  header: "no-donate",
  footer: "short",
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const found = await findVisibleDonation(context, request, params.orderId);
  if (found === "limited") throw data(null, { status: 429 });
  if (found === "none") return data(null, { status: 404 });
  const sent = new URL(request.url).searchParams.get("mail") === "sent";
  return { donation: found.donation, sent, origin: context.get(originContext) };
}

/** Sends the receipt email again. The answer does not reveal whether there was anything to send. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const found = await findVisibleDonation(context, request, params.orderId);
  if (found === "limited") throw data(null, { status: 429 });
  if (found === "none") throw redirect(localAddress(languageOf(url.pathname), "/payment-response"), 303);
  const { email = "" } = await readEntered(request);
  const db = context.get(databaseContext);
  await requestReceipt(db, { orderId: found.donation.orderId, email }, await databaseTime(db));
  const back = new URL(url);
  back.searchParams.set("mail", "sent");
  throw redirect(`${back.pathname}${back.search}#mail`, 303);
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  if (loaderData === null)
    return (
      <MessagePage title={t("giving.receipt.notFound")} text={t("giving.receipt.notFoundText")} code="404">
        <a className="button" href={localAddress(language, "/campaigns")}>
          {t("giving.result.campaigns")}
        </a>
      </MessagePage>
    );
  return <Receipt {...loaderData} />;
}

type Shown = { donation: VisibleDonation; sent: boolean; origin: string };

function Receipt({ donation, sent, origin }: Shown) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const { sendsMail } = useSite();
  const title = titleOf(donation, t);
  const isPaid = donation.status === "completed";
  return (
    <div className="donate result receipt-sheet wrap">
      <PageHead origin={origin} fund={fund} title={title} description={t("giving.receipt.private")} hidden />
      {/* The URL may contain the key, so links to other sites must not send it. */}
      <meta name="referrer" content="same-origin" />
      <h1>{title}</h1>
      <div className="panel">
        <ReceiptHead issuedAt={donation.completedAt} />
        <ReceiptLines donation={donation} isTitled={donation.receiptNumber !== null} />
        {isPaid && donation.reversedAt === null && (
          <p className="receipt-thanks">{t("giving.receipt.thanks")}</p>
        )}
        {/* For paper, which has no address bar. The secret key of the link stays off it. */}
        <p
          className="receipt-foot"
          data-title={title}
          data-address={origin + localAddress(language, `/donations/${donation.orderId}`)}
        />
      </div>
      <div className="result-actions receipt-actions">
        {isPaid && (
          <Island
            name="print"
            plain
            of={PrintButton}
            props={{ label: t("giving.receipt.print"), isMain: true }}
          />
        )}
        {isPaid && donation.keyed !== null && (
          <a href={localAddress(language, donation.keyed)}>{t("giving.receipt.keep")}</a>
        )}
        {donation.status === "pending" ? (
          <a className="button" href={waitingAddress(language, donation.orderId)}>
            {t("giving.leaving.checkStatus")}
          </a>
        ) : (
          <a
            className={isPaid ? undefined : "button"}
            href={localAddress(language, `/campaigns/${donation.campaign.id}`)}
          >
            {t("giving.result.again")}
          </a>
        )}
      </div>
      {sendsMail && isPaid && donation.reversedAt === null && donation.person?.email !== null && (
        <ByMail donation={donation} sent={sent} />
      )}
    </div>
  );
}

/** A page that was not paid must not pass for a receipt, also on paper. */
function titleOf({ status, receiptNumber }: VisibleDonation, t: Translator): string {
  if (status === "pending") return t("giving.receipt.titlePending");
  if (status === "failed") return t("giving.receipt.titleFailed");
  return receiptNumber === null
    ? t("giving.receipt.title")
    : t("giving.receipt.titleFor", { number: String(receiptNumber) });
}

/** The issuer of the receipt, as on paper. */
function ReceiptHead({ issuedAt }: { issuedAt: Date | null }) {
  const t = useText();
  const language = useLanguage();
  const { settings, sandbox } = useSite();
  const { address, phones, emails } = settings.contact;
  const where = inLanguage(address, language);
  return (
    <div className="receipt-head">
      <img src="/favicon.svg" alt="" width="44" height="44" />
      <div>
        <p className="receipt-fund">{useFund()}</p>
        <p className="field-hint" lang={where.lang}>
          {where.text}
        </p>
        <p className="field-hint">{[phones[0], emails[0]].filter(Boolean).join(", ")}</p>
        <p>
          {issuedAt !== null && t("giving.receipt.issued", { date: formatDay(dayOf(issuedAt), language) })}{" "}
          {sandbox && <strong className="receipt-test">{t("giving.receipt.test")}</strong>}
        </p>
      </div>
    </div>
  );
}

function ByMail({ donation, sent }: Pick<Shown, "donation" | "sent">) {
  const t = useText();
  return (
    <form className="form receipt-mail" method="post" id="mail" noValidate>
      {sent && <p role="status">{t("giving.receipt.mailSent")}</p>}
      <Field
        id="email"
        label={t("giving.receipt.mail")}
        hint={t("giving.receipt.mailHint")}
        type="email"
        autoComplete="email"
        defaultValue={donation.person?.email ?? ""}
      />
      <button className="button quiet" type="submit">
        {t("giving.receipt.mailSend")}
      </button>
    </form>
  );
}
