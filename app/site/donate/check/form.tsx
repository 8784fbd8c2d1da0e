import type { DescribedPicture } from "#domain/content/home.ts";
import { add, formatMoney } from "#domain/money/money.ts";
import { type Donor } from "#domain/donations/read-donor.ts";
import { feeOn } from "#domain/donations/amount-limits.ts";
import { formatPhone, maskPhone, type Network, type PhoneNumber } from "#domain/payments/phone.ts";
import type { Translated } from "#domain/content/language.ts";
import type { Entered, FormErrors } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Island } from "#app/islands/island.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { CardStep } from "./card-step.tsx";
import { BankInstead, isForBank } from "#app/site/donate/form/bank-instead.tsx";
import { donorLine } from "./donor-line.ts";
import { checkAddress, formAddress } from "#app/site/donate/form/donation-addresses.ts";
import { NetworkAndPhone } from "#app/site/donate/form/mobile-fields.tsx";
import { Proof } from "./proof.tsx";
import { PayControls, usePayWords } from "#app/site/donate/pay/controls.tsx";
import { PayFor, PayLabel, WithSum } from "#app/site/donate/pay/pay-for.tsx";
import { WaitNote } from "#app/site/donate/pay/wait-note.tsx";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";

type Props = {
  campaign: { id: string; title: Translated; picture: DescribedPicture | null };
  filled: FilledDonation;
  /** The entered name of the cardholder, which only this page asks for. */
  entered: Entered;
  problem: string | undefined;
  errors: FormErrors;
  /** The reason to press the button again after a wait. */
  wait: string | undefined;
  press: string;
  /** The form returns it, solved or not. Null while no proof is required. */
  challenge: string | null;
};

const payLabels = {
  push: "giving.check.payPush",
  page: "giving.check.payPage",
  number: "giving.check.payNumber",
  card: "giving.cardStep.pay",
} as const;

const nextTexts = {
  push: "giving.check.next",
  page: "giving.check.nextPage",
  number: "giving.check.nextNumber",
  card: "giving.check.nextPage",
} as const;

/** The form's key makes many presses of the button one donation. */
export function CheckForm(props: Props) {
  const { campaign, filled, entered, problem, errors, wait, press, challenge } = props;
  const t = useText();
  const language = useLanguage();
  const { amount, bearsFee, donor, way } = filled;
  const byCard = way.method === "card";
  const fee = feeOn(amount, byCard || bearsFee);
  const total = formatMoney(add(amount, fee), language);
  const pay = t(payLabels[way.method], { amount: total });
  const words = usePayWords();
  return (
    <form
      className="check-donation form"
      data-pay={way.method === "push" ? words : undefined}
      method="post"
      action={checkAddress(language, campaign.id, press)}
      noValidate
    >
      {!byCard && <ErrorSummary title={problem ?? t("giving.problem")} errors={errors} />}
      {way.method === "push" && (
        <PayFor picture={campaign.picture} campaign={<TranslatedText text={campaign.title} />}>
          <p>
            <WithSum sum={total} text={t("giving.dialog.text", { amount: total })} />
          </p>
        </PayFor>
      )}
      <DonationLines title={campaign.title} filled={filled} />
      {way.method === "push" && <PayWith way={way} entered={entered} errors={errors} />}
      <HiddenFields entered={entered} press={press} challenge={challenge} />
      <p>
        <a href={formAddress(language, campaign.id, press)} data-change="">
          {t("giving.check.change")}
        </a>
      </p>
      {byCard && <CardErrors title={problem ?? t("giving.problem")} errors={errors} />}
      {byCard && (
        <CardStep
          entered={entered}
          errors={errors}
          donor={donor}
          fee={formatMoney(fee, language)}
          total={total}
          bank={isForBank(amount) ? <BankInstead campaignId={campaign.id} /> : null}
        />
      )}
      <p className="field-hint">{t(nextTexts[way.method])}</p>
      <WaitNote text={wait} />
      {way.method === "push" ? (
        <PayControls
          label={<PayLabel pay={pay} sum={total} />}
          cancel={localAddress(language, `/campaigns/${campaign.id}`)}
        />
      ) : (
        <button className="button wide">{pay}</button>
      )}
    </form>
  );
}

/** Below what is paid, which stays in a phone's view: eight errors would fill it. */
function CardErrors({ title, errors }: { title: string; errors: FormErrors }) {
  const t = useText();
  const shortened = { most: 1, rest: (count: number) => t("giving.moreProblems", { count }) };
  return <ErrorSummary {...{ title, errors, shortened }} />;
}

type PayWithProps = { way: { network: Network; phone: PhoneNumber } } & Pick<Props, "entered" | "errors">;

/** Network and number to confirm. Unfolded, they can be corrected. */
function PayWith({ way, entered, errors }: PayWithProps) {
  const t = useText();
  const chosen = entered["network"] ?? "";
  const isSuggested = chosen === "" || chosen === entered["suggested"];
  const isWrong = errors.some(({ field }) => field === "phone" || field === "network");
  return (
    <details className="donation-more pay-with" open={isWrong || undefined}>
      <summary>
        <span data-network="">{t(`giving.networks.${way.network}`)}</span>
        {" · "}
        <span data-number="">{formatPhone(way.phone)}</span> <u>{t("giving.networkChange")}</u>
      </summary>
      <div className="form">
        <NetworkAndPhone entered={{ ...entered, network: chosen || way.network }} errors={errors} />
      </div>
      {/* Without script, a corrected number has its own network unless the donor chose one. */}
      {isSuggested && <input type="hidden" name="suggested" value={way.network} />}
    </details>
  );
}

function HiddenFields({ entered, press, challenge }: Pick<Props, "entered" | "press" | "challenge">) {
  return (
    <>
      <input type="hidden" name="key" value={entered["key"] ?? press} />
      {entered["retry"] && <input type="hidden" name="retry" value={entered["retry"]} />}
      {challenge !== null && <Island name="proof" of={Proof} props={{ challenge }} plain now />}
    </>
  );
}

function DonationLines({ title, filled }: { title: Translated; filled: FilledDonation }) {
  const t = useText();
  const language = useLanguage();
  const { amount, bearsFee, donor, way } = filled;
  const byCard = way.method === "card";
  const fee = feeOn(amount, byCard || bearsFee);
  const total = formatMoney(add(amount, fee), language);
  return (
    <dl className="donation-lines" id="donation" tabIndex={-1}>
      {way.method !== "push" && (
        <Line label={t("giving.check.campaign")}>
          <TranslatedText text={title} />
        </Line>
      )}
      {fee.amount > 0n && (
        <>
          <Line label={t("giving.check.donation")}>{formatMoney(amount, language)}</Line>
          <Line label={t("giving.check.fee")}>{formatMoney(fee, language)}</Line>
        </>
      )}
      {/* The sentence above says the total of a payment request. */}
      {way.method !== "push" && (
        <Line label={t("giving.check.total")} strong>
          {total}
        </Line>
      )}
      <Line label={t("giving.check.donor")}>
        <DonorName donor={donor} />
      </Line>
      {(way.method === "page" || way.method === "number") && (
        <Line label={t("giving.check.payBy")}>
          {t(`giving.${way.method}`)}
          {way.method === "page" && ` · ${maskPhone(way.phone)}`}
        </Line>
      )}
      {byCard && <Line label={t("giving.check.payBy")}>{t("giving.card")}</Line>}
    </dl>
  );
}

function Line({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={strong ? "donation-total" : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DonorName({ donor }: { donor: Donor }) {
  return donorLine(
    useText(),
    donor.kind === "anonymous" ? null : donor.name,
    donor.kind === "alumni" ? donor.graduationYear : null,
  );
}
