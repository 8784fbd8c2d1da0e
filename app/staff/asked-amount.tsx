import { amountToAsk } from "#domain/donations/typed-amount.ts";
import { decimalText, formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { YesMeant } from "#app/ui/yes-meant.tsx";

type Props = {
  field: string;
  error: string | undefined;
  typed: string | undefined;
  currency: Currency;
  /** A larger amount would be refused, so it is no answer. */
  most?: Money;
};

/** The answer to "Did you mean TSh 2,000,000?", under a field with this error. */
export function AskedAmount({ field, error, typed = "", currency, most }: Props) {
  const meant = error === undefined ? null : amountToAsk(typed, currency);
  if (meant === null || (most !== undefined && meant.amount > most.amount)) return null;
  return (
    <YesMeant field={field} value={withGroupMarks(decimalText(meant))}>
      {`Yes, ${formatMoney(meant, "en")}`}
    </YesMeant>
  );
}
