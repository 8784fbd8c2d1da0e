import type { ReactNode } from "react";
import type { DescribedPicture as Described } from "#domain/content/home.ts";
import { useText } from "#app/messages/translator.tsx";
import { DescribedPicture } from "#app/site/described-picture.tsx";

type Props = { picture: Described | null; campaign: ReactNode; children: ReactNode };

/** The payment in one row: picture, campaign, and the sentence with the amount. */
export function PayFor({ picture, campaign, children }: Props) {
  const t = useText();
  return (
    <div className="pay-for">
      <DescribedPicture picture={picture} sizes="3.5rem" />
      <div>
        <dl>
          <dt>{t("giving.dialog.campaign")}</dt>
          <dd>{campaign}</dd>
        </dl>
        {children}
      </div>
    </div>
  );
}

/** The sentence of the specification, with the amount set off. */
export function WithSum({ text, sum }: { text: string; sum: string }) {
  const [before, after] = text.split(sum);
  return (
    <>
      {before}
      <b className="pay-sum">{sum}</b>
      {after}
    </>
  );
}

/** The text of the button, and the text that it gets after a refusal. */
export function PayLabel({ pay, sum }: { pay: string; sum: string | null }) {
  const t = useText();
  const again = sum === null ? t("giving.result.retry") : t("giving.result.retryOf", { amount: sum });
  return <span data-again={again}>{pay}</span>;
}
