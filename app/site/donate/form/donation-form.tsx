import { smallestDonation } from "#domain/donations/amount-limits.ts";
import { formatMoney, type Currency } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";
import { methodsFor, type Method } from "#app/giving/methods.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useSite } from "#app/site/fund.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Amounts, ContinueButton } from "./amounts.tsx";
import { BankInstead } from "./bank-instead.tsx";
import { isOnlyUnclear } from "./did-you-mean.tsx";
import { offersFee, type DonationCampaign } from "./donation-fields.ts";
import { Person } from "./person.tsx";
import { ByPhone, OtherWays } from "./ways-to-pay.tsx";

type Props = {
  campaign: DonationCampaign;
  entered: Entered;
  errors: FormErrors;
  thisYear: number;
};

/** It posts to a page that shows the entered values before requesting the payment. */
export function DonationForm(props: Props) {
  const { campaign } = props;
  const t = useText();
  const { settings, methods: configured } = useSite();
  const cardsStopped = settings.cardsStopped && configured.includes("card");
  const methods = methodsFor[campaign.currency].filter(
    (method) => configured.includes(method) && (method !== "card" || !cardsStopped),
  );
  if (!settings.paymentsStopped && methods.length > 0)
    return <OpenForm {...props} methods={methods} cardsStopped={cardsStopped} />;
  return (
    <div id="give">
      <h2>{t("giving.title")}</h2>
      <p>{t(settings.paymentsStopped ? "giving.noPayments" : "giving.noCards")}</p>
      <BankInstead campaignId={campaign.id} />
    </div>
  );
}

type OpenFormProps = Props & { methods: readonly Method[]; cardsStopped: boolean };

function OpenForm({ campaign, entered, errors, thisYear, methods, cardsStopped }: OpenFormProps) {
  const t = useText();
  const language = useLanguage();
  const isQuestion = isOnlyUnclear(errors, entered["otherAmount"], campaign.currency);
  const errorOf = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <form
      className="donation-form form"
      id="give"
      method="post"
      action={localAddress(language, `/campaigns/${campaign.id}/donate`)}
      noValidate
      data-island="donation"
      data-plain=""
      data-visit="form start"
      data-props={useFormWords(campaign.currency)}
    >
      <h2>{t("giving.title")}</h2>
      <ErrorSummary
        title={t(isQuestion ? "giving.question" : "giving.problem")}
        errors={errors}
        isQuestion={isQuestion}
      />
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      <Amounts campaign={campaign} entered={entered} errorOf={errorOf} />
      <ByPhone entered={entered} errorOf={errorOf} methods={methods} />
      <Person entered={entered} errorOf={errorOf} thisYear={thisYear} />
      <OtherWays entered={entered} errorOf={errorOf} methods={methods} />
      {cardsStopped && <p className="field-hint">{t("giving.noCards")}</p>}
      <ContinueButton campaign={campaign} entered={entered} />
      {offersFee(campaign) && (
        <p className="field-hint fee-hint" id="fee-hint">
          {t("giving.feeHint")}
        </p>
      )}
      {methods.some((method) => method !== "card") && <p className="field-hint if-push">{t("giving.pin")}</p>}
      <p className="field-hint">
        {t("giving.privacy")} <a href={localAddress(language, "/privacy")}>{t("giving.readPrivacy")}</a>
      </p>
    </form>
  );
}

/** The texts that script needs. */
export function useFormWords(currency: Currency): string {
  const t = useText();
  const language = useLanguage();
  return JSON.stringify({
    currency,
    plain: t("giving.continue"),
    words: t("giving.continueWith", { amount: "{amount}" }),
    meant: t("giving.errors.meant", { amount: "{amount}" }),
    tooSmall: t("giving.errors.meantTooSmall", {
      amount: "{amount}",
      smallest: formatMoney(smallestDonation[currency], language),
    }),
    yes: t("giving.errors.yesMeant", { amount: "{amount}" }),
    unclear: t(`giving.errors.amountUnclear.${currency}`),
    byNumber: t("giving.networkByNumber"),
    networks: Object.fromEntries(networks.map((each) => [each, t(`giving.networks.${each}`)])),
  });
}
