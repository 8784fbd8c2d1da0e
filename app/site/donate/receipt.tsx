import { data } from "react-router";
import { originContext } from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { knownGift, type KnownGift } from "./known-gift.server.ts";
import { PrintReceipt } from "./print-receipt.tsx";
import { ReceiptLines } from "./receipt-lines.tsx";
import giftStyles from "./gift-form.css?inline";
import donateStyles from "./donate.css?inline";
import resultStyles from "./result.css?inline";
import type { Route } from "./+types/receipt";

export const handle = {
  policy: "everybody",
  styles: giftStyles + donateStyles + resultStyles + messageStyles,
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const found = await knownGift(context, request, params.orderId);
  if (found === "limited") throw data(null, { status: 429 });
  if (found === "none") return data(null, { status: 404 });
  return { gift: found.known, origin: context.get(originContext) };
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  if (loaderData === null)
    return (
      <MessagePage title={t("giving.receipt.notFound")} text={t("giving.receipt.notFoundText")} code="404">
        <a className="button" href={localAddress(language, "/campaigns")}>
          {t("giving.result.campaigns")}
        </a>
      </MessagePage>
    );
  return <Receipt {...loaderData} />;
}

function Receipt({ gift, origin }: { gift: KnownGift; origin: string }) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const title =
    gift.receiptNumber === null
      ? t("giving.receipt.title")
      : t("giving.receipt.titleFor", { number: String(gift.receiptNumber) });
  return (
    <div className="donate result wrap">
      <PageHead origin={origin} fund={fund} title={title} description={t("giving.receipt.private")} hidden />
      {/* The address may hold the key: it goes with no link to another site. */}
      <meta name="referrer" content="same-origin" />
      <h1>{title}</h1>
      <div className="panel">
        <ReceiptLines gift={gift} />
      </div>
      <div className="result-actions">
        <Island name="thanks" plain of={PrintReceipt} given={{ label: t("giving.receipt.print") }} />
        {gift.keyed !== null && (
          <a className="button quiet" href={localAddress(language, gift.keyed)}>
            {t("giving.receipt.keep")}
          </a>
        )}
        <a className="button" href={localAddress(language, `/campaigns/${gift.campaign.id}`)}>
          {t("giving.result.again")}
        </a>
      </div>
    </div>
  );
}
