import { formatMoney } from "#domain/money/money.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { resultAddress } from "#app/site/donate/form/donation-addresses.ts";
import type { VisibleDonation } from "./find-donation.server.ts";

export type WatchedTry = { earlier: string };

/** A donor who repeats a failed payment must learn that it arrived after all, before they pay a second time. */
export function EarlierTryNotice({
  donation: { earlierTry, status },
}: {
  donation: Pick<VisibleDonation, "earlierTry" | "status">;
}) {
  const t = useText();
  const language = useLanguage();
  if (earlierTry === null) return null;
  const { orderId, paid } = earlierTry;
  if (paid === null)
    return <Island name="status-poller" plain now of={NothingYet} props={{ earlier: orderId }} />;
  return (
    <p className="earlier-try" role="status">
      <strong>{t("giving.waiting.earlierPaid", { amount: formatMoney(paid, language) })}</strong>
      {status === "pending" && <> {t("giving.waiting.earlierTwice")}</>}{" "}
      <a href={resultAddress(language, orderId, "success")}>{t("giving.waiting.earlierLink")}</a>
    </p>
  );
}

const NothingYet = (_watched: WatchedTry) => null;
