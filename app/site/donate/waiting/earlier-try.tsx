import { formatMoney } from "#domain/money/money.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { resultAddress } from "#app/site/donate/form/donation-addresses.ts";
import type { VisibleDonation } from "./find-donation.server.ts";
import type { End } from "./payment-end.ts";

export type WatchedTry = {
  earlier: string;
  /** The state that the page shows. Another end, such as a late success, reloads the page. */
  shown: End;
};

type Props = { donation: Pick<VisibleDonation, "earlierTry" | "status"> };

/** A donor with several payments for one donation must learn that one arrived, before they pay a second time. */
export function EarlierTryNotice({ donation: { earlierTry, status } }: Props) {
  const t = useText();
  const language = useLanguage();
  if (earlierTry === null) return null;
  const { orderId, kind, isLater } = earlierTry;
  if (kind === "unpaid" || kind === "open") return <WatchTry earlier={orderId} shown="failed" />;
  const isPaid = kind === "paid";
  const address = resultAddress(language, orderId, isPaid ? "success" : "manual_check");
  return (
    <div className="earlier-try" role="status">
      <strong>
        {isPaid
          ? t(isLater ? "giving.waiting.laterPaid" : "giving.waiting.earlierPaid", {
              amount: formatMoney(earlierTry.paid, language),
            })
          : t(isLater ? "giving.waiting.laterDoubt" : "giving.waiting.earlierDoubt")}
      </strong>
      {status === "pending" && <> {t(`giving.waiting.${isPaid ? "earlierTwice" : "earlierWait"}`)}</>}{" "}
      <a href={address}>{t("giving.waiting.earlierLink")}</a>
      {kind === "in-doubt" && (
        <WatchTry
          earlier={orderId}
          shown={earlierTry.doubt === "other-amount" ? "otherAmount" : "checking"}
        />
      )}
    </div>
  );
}

const WatchTry = (props: WatchedTry) => (
  <Island name="status-poller" plain now of={NothingYet} props={props} />
);

const NothingYet = (_watched: WatchedTry) => null;
