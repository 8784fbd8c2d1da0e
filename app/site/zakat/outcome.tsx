import type { Language } from "#domain/content/language.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import { smallestDonation } from "#domain/donations/amount-limits.ts";
import { mobileMoneyLimit, zakatOn, type ZakatSum } from "#domain/zakat/calculate.ts";
import { localAddress } from "#app/site/address.ts";
import { fill } from "./fill.ts";
import type { WhereToGive } from "./where-to-give.ts";
import type { CalculatorWords } from "./words.ts";

/** A field that cannot be read as one amount. */
export type Waiting = { id: string; label: string };

type Props = {
  id: string;
  words: CalculatorWords;
  language: Language;
  sum: ZakatSum;
  nisab: Money | null;
};

type ResultProps = Omit<Props, "sum"> & {
  sum: ZakatSum | null;
  waiting: Waiting[];
  whereToGive: WhereToGive;
};

/** Screen readers announce its line while the visitor types. A sum without the waiting fields would be wrong. */
export function NisabResult({
  id,
  words,
  language,
  sum,
  waiting,
  nisab,
  whereToGive: { sadaqah },
}: ResultProps) {
  if (sum === null)
    return (
      <p className="standing" id={`${id}-standing`} role="status" data-standing="waiting">
        {unansweredWords(words, waiting)}{" "}
        {waiting.map((field, index) => (
          <span key={field.id}>
            {index > 0 && ", "}
            <a href={`#${field.id}`}>{field.label}</a>
          </span>
        ))}
      </p>
    );
  return (
    <>
      <p
        className="standing"
        id={`${id}-standing`}
        role="status"
        data-standing={sum.assets.amount === 0n ? "empty" : sum.comparison}
      >
        {sentence(words, sum, nisab ? formatMoney(nisab, language) : "")}
      </p>
      {sadaqah !== null && mayGiveSadaqah(sum) && (
        <AsSadaqah words={words} language={language} sum={sum} campaign={sadaqah} />
      )}
    </>
  );
}

const mayGiveSadaqah = (sum: ZakatSum) => sum.comparison === "below" && sum.net.amount > 0n;

export const unansweredWords = (words: CalculatorWords, { length: count }: Waiting[]): string =>
  count === 1 ? words.needsAnswer : fill(words.needAnswers, { count });

function sentence(words: CalculatorWords, sum: ZakatSum, nisab: string): string {
  if (sum.assets.amount === 0n) return words.empty;
  if (sum.net.amount === 0n) return words.nothing;
  return fill(words[sum.comparison], { nisab });
}

type LinesProps = Pick<Props, "words" | "language" | "sum"> & { shows: "zakat" | "net, fee and total" };

export function SumLines({ words, language, sum, shows }: LinesProps) {
  if (shows === "zakat")
    return (
      <dl className="sum-lines" id="zakat-result">
        <Line label={words.due} amount={sum.due} language={language} isTotal />
      </dl>
    );
  return (
    <dl className="sum-lines">
      <Line label={words.net} amount={sum.net} language={language} />
      <Line label={words.due} amount={sum.due} language={language} />
      <Line label={words.feeLine} amount={sum.fee} language={language} />
      <Line label={words.total} amount={sum.total} language={language} isTotal />
    </dl>
  );
}

type LineProps = { label: string; amount: Money; language: Language; isTotal?: boolean };

function Line({ label, amount, language, isTotal = false }: LineProps) {
  return (
    <div className={isTotal ? "sum-total" : undefined}>
      <dt>{label}</dt>
      <dd>{formatMoney(amount, language)}</dd>
    </div>
  );
}

type PayProps = Pick<Props, "words" | "language"> & {
  sum: ZakatSum | null;
  withFee: boolean;
  whereToGive: WhereToGive;
};

/** One button of a calculator stands out: Calculate until there is something to pay or to give. */
export const calculateButton = (sum: PayProps["sum"], { why, sadaqah }: WhereToGive) =>
  sum !== null && (sum.due.amount > 0n ? why === null : sadaqah !== null && mayGiveSadaqah(sum))
    ? "button quiet wide"
    : "button wide";

/** A press hands the amount to the donation form: the Zakat, and whether the donor adds the fee. */
export function PayButton({ words, language, sum, withFee, whereToGive: { why } }: PayProps) {
  if (sum === null || sum.due.amount <= 0n || why !== null) {
    const reason = why ?? (sum && mayGiveSadaqah(sum) && words.nothingToPay);
    return (
      <>
        <button className="button wide" type="button" disabled>
          {words.pay}
        </button>
        {reason && <p className="zakat-closed">{reason}</p>}
      </>
    );
  }
  const tooMuch = sum.total.amount > mobileMoneyLimit.amount;
  const query = `amount=${sum.due.amount}${withFee ? "&fee=yes" : ""}`;
  const address = `/campaigns/zakat${tooMuch ? "" : "/mobile"}?${query}`;
  return (
    <>
      <a
        className="button gold wide"
        href={localAddress(language, address)}
        rel="nofollow"
        data-opened-by={tooMuch ? undefined : "donation"}
      >
        {words.pay}
      </a>
      {tooMuch && (
        <p className="too-much">
          {fill(words.tooMuch, { limit: formatMoney(mobileMoneyLimit, language) })}{" "}
          <a href={localAddress(language, "/#large-donations")}>{words.largeDonations}</a>
        </p>
      )}
    </>
  );
}

type SadaqahProps = Pick<Props, "words" | "language" | "sum"> & { campaign: string };

/** Voluntary, so it is not a Zakat payment and has no fee. */
function AsSadaqah({ words, language, sum, campaign }: SadaqahProps) {
  const share = zakatOn(sum.net);
  const amount = share.amount < smallestDonation.TZS.amount ? smallestDonation.TZS : share;
  return (
    <a
      className="button wide"
      href={localAddress(language, `/campaigns/${campaign}?amount=${amount.amount}#give`)}
      rel="nofollow"
    >
      {fill(words.asSadaqah, { amount: formatMoney(amount, language) })}
    </a>
  );
}
