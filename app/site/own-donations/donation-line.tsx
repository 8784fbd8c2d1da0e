import type { ReactNode } from "react";
import type { Translated } from "#domain/content/language.ts";
import { formatMoney, type Money } from "#domain/money/money.ts";
import { formatDay, type Day } from "#domain/system/calendar.ts";
import { useLanguage } from "#app/messages/translator.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";

type Props = { campaign: Translated; amount: Money; day: Day; children: ReactNode };

/** A donation in a list of its donor. The children say what can be seen of it. */
export function DonationLine({ campaign, amount, day, children }: Props) {
  const language = useLanguage();
  return (
    <li>
      <b>
        <TranslatedText text={campaign} />
      </b>
      <strong>{formatMoney(amount, language)}</strong>
      <time dateTime={day}>{formatDay(day, language)}</time>
      {children}
    </li>
  );
}
