import type { Following } from "#database/campaigns/followers.ts";
import type { OwnDonation } from "#database/donations/own.ts";
import { localAddress } from "#app/site/address.ts";
import { FollowingList } from "#app/site/following/following-list.tsx";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { DonationLine } from "./donation-line.tsx";

export type Own = { key: string; email: string; donations: OwnDonation[]; following: Following[] };

type Props = { origin: string; address: string; own: Own };

export function OwnPage({ origin, address, own }: Props) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const { key, email, donations, following } = own;
  const years = [...new Set(donations.map(({ day }) => day.slice(0, 4)))];
  const title = t("ownDonations.title");
  return (
    <div className="own-page wrap">
      <PageHead origin={origin} fund={fund} title={title} description={t("ownDonations.text")} hidden />
      {/* The URL opens this page, so links to other sites must not send it. */}
      <meta name="referrer" content="same-origin" />
      <h1>{title}</h1>
      <p className="lead">{t("ownDonations.shownFor", { email })}</p>
      {donations.length === 0 ? <p>{t("ownDonations.none")}</p> : <Donations donations={donations} />}
      {years.length > 0 && (
        <section className="panel" aria-labelledby="statements">
          <h2 id="statements">{t("ownDonations.statements")}</h2>
          <ul className="plain-list own-years">
            {years.map((year) => (
              <li key={year}>
                <a
                  href={localAddress(
                    language,
                    `/my-donations/statement?year=${year}&key=${encodeURIComponent(key)}`,
                  )}
                >
                  {t("ownDonations.statement", { year })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="panel" aria-labelledby="following">
        <h2 id="following">{t("ownDonations.following")}</h2>
        <FollowingList following={following} address={address} />
      </section>
      <Forget address={address} />
    </div>
  );
}

function Donations({ donations }: { donations: OwnDonation[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <ul className="plain-list panel own-donations">
        {donations.map(({ orderId, receiptKey, campaign, amount, day, isRefunded }) => (
          <DonationLine key={orderId} {...{ campaign, amount, day }}>
            {isRefunded && <span className="badge">{t("ownDonations.refunded")}</span>}
            {receiptKey !== null && (
              <a
                href={localAddress(
                  language,
                  `/donations/${encodeURIComponent(orderId)}?key=${encodeURIComponent(receiptKey)}`,
                )}
              >
                {t("ownDonations.receipt")}
              </a>
            )}
          </DonationLine>
        ))}
      </ul>
      <p className="field-hint">{t("ownDonations.notYours")}</p>
    </>
  );
}

function Forget({ address }: { address: string }) {
  const t = useText();
  return (
    <section aria-labelledby="forget">
      <h2 id="forget">{t("ownDonations.forget")}</h2>
      <p>{t("ownDonations.forgetText")}</p>
      <details>
        <summary>{t("ownDonations.forget")}</summary>
        <p>{t("ownDonations.kept")}</p>
        <p>{t("ownDonations.forgetOpen")}</p>
        <form method="post" action={address}>
          <button className="button quiet" type="submit" name="intent" value="forget">
            {t("ownDonations.confirm")}
          </button>
        </form>
      </details>
    </section>
  );
}
