import { add, formatMoney } from "#domain/money/money.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import type { CopyLinkProps } from "#app/site/campaigns/copy-link.tsx";
import { useEnds } from "#app/site/donate/waiting/ends.ts";
import type { VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { StatusPoller } from "#app/site/donate/waiting/status-poller.tsx";

/** The provider reports another amount than the one requested. Only the donor sees it, and the reference. */
export function OtherAmount({ donation }: { donation: VisibleDonation }) {
  const t = useText();
  const language = useLanguage();
  const { orderId, amount, fee, reported } = donation;
  const ends = useEnds(orderId);
  const asked = formatMoney(add(amount, fee), language);
  return (
    <>
      <dl className="asked-charged">
        <div>
          <dt>{t("giving.result.mismatchAsked")}</dt>
          <dd>{asked}</dd>
        </div>
        {reported !== null && (
          <div>
            <dt>{t("giving.result.mismatchCharged")}</dt>
            <dd>{formatMoney(reported, language)}</dd>
          </div>
        )}
      </dl>
      <p className="result-safe">{t("giving.result.mismatchStop")}</p>
      <p>
        <span>
          {reported === null && <>{t("giving.result.mismatchOther")} </>}
          {t("giving.result.mismatchText")}
        </span>{" "}
        <Island
          name="status-poller"
          plain
          now
          of={StatusPoller}
          props={{ order: orderId, ends, shown: "otherAmount" }}
        />
      </p>
    </>
  );
}

export function QuotedReference({ donation: { person, quoted: reference } }: { donation: VisibleDonation }) {
  const t = useText();
  if (person === null || reference === null) return null;
  return (
    <div className="quoted-reference">
      <p>
        {t("giving.result.reference")} <b>{reference}</b>
      </p>
      <Island
        name="copy-link"
        plain
        of={CopyReference}
        props={{
          address: reference,
          label: "",
          button: t("giving.result.copyReference"),
          copied: t("giving.result.referenceCopied"),
          failed: t("campaign.copyFailed"),
          failedText: t("giving.result.referenceCopyFailed"),
        }}
      />
      <p className="field-hint">{t("giving.result.mismatchContact")}</p>
    </div>
  );
}

/** Without script the reference can be selected. */
const CopyReference = ({ button }: CopyLinkProps) => (
  <button type="button" className="button quiet small needs-script">
    {button}
  </button>
);
