import type { Donation } from "#database/donations/details.ts";
import type { Money } from "#domain/money/money.ts";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import type { Translated } from "#domain/content/language.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { DonationLine } from "./donation-line.tsx";

type DonationHere = { orderId: string; campaign: Translated; amount: Money; day: Day; isPaid: boolean };

/** A failed donation has no receipt, and its page was shown when it failed. */
export const madeHere = (own: Donation[]): DonationHere[] =>
  own
    .filter(({ status }) => status === "completed" || status === "pending")
    .map(({ orderId, campaign, amount, createdAt, status }) => ({
      ...{ orderId, campaign: campaign.title, amount, day: dayOf(createdAt), isPaid: status === "completed" },
    }));

/** For donors without an email: the usual form asks for none. */
export function MadeHere({ donations }: { donations: DonationHere[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className="made-here" aria-labelledby="made-here">
      <h2 id="made-here">{t("ownDonations.here")}</h2>
      {donations.length === 0 ? (
        <>
          <p>{t("ownDonations.noneHere")}</p>
          <a className="button quiet" href={localAddress(language, "/#contact")}>
            {t("ownDonations.contact")}
          </a>
        </>
      ) : (
        <>
          <ul className="plain-list panel own-donations">
            {donations.map(({ orderId, campaign, amount, day, isPaid }) => (
              <DonationLine key={orderId} {...{ campaign, amount, day }}>
                <a
                  href={
                    isPaid
                      ? localAddress(language, `/donations/${encodeURIComponent(orderId)}`)
                      : waitingAddress(language, orderId)
                  }
                >
                  {t(isPaid ? "ownDonations.receipt" : "ownDonations.status")}
                </a>
              </DonationLine>
            ))}
          </ul>
          <p className="field-hint">{t("ownDonations.onlyHere")}</p>
        </>
      )}
    </section>
  );
}
