import type { ArrivedTry } from "#database/donations/earlier-try.ts";
import { formatMoney } from "#domain/money/money.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { resultAddress } from "./donation-addresses.ts";

type Props = { arrived: ArrivedTry; campaignId: string; isRefused?: boolean };

/** In place of a form that pays: money for the same donation arrived, or may have. The dialog shows it too. */
export function Arrived({ arrived, campaignId, isRefused = false }: Props) {
  const t = useText();
  const language = useLanguage();
  const isPaid = arrived.kind === "paid";
  return (
    <div className={`panel arrived ${arrived.kind}`} role="status" tabIndex={-1}>
      <p className="arrived-said">
        {isPaid
          ? t("giving.waiting.earlierPaid", { amount: formatMoney(arrived.paid, language) })
          : t("giving.notBegun.firstInDoubt")}
      </p>
      {isRefused && <p>{t("giving.notBegun.heldTitle")}.</p>}
      <a
        className="button wide"
        href={resultAddress(language, arrived.orderId, isPaid ? "success" : "manual_check")}
      >
        {t(isPaid ? "giving.dialog.thanks" : "giving.dialog.waitingPage")}
      </a>
      <a className="button quiet wide" href={localAddress(language, `/campaigns/${campaignId}`)}>
        {t("giving.back")}
      </a>
    </div>
  );
}
