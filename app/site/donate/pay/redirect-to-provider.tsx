import { redirect } from "react-router";
import { add, formatMoney } from "#domain/money/money.ts";
import { whileReadingContext } from "#app/http/context.server.ts";
import { Island } from "#app/islands/island.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import { MessagePage, messageStyles } from "#app/site/message-page.tsx";
import { waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { findVisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { AutoRedirect } from "./auto-redirect.tsx";
import type { Route } from "./+types/redirect-to-provider";

export const handle = { policy: "everyone", styles: messageStyles, header: "reduced", footer: "short" };

/** The CSP forbids a form that posts to another site. This page also tells the donor where they are going. */
export function loader(given: Route.LoaderArgs) {
  return given.context.get(whileReadingContext)(load(given));
}

async function load({ context, params, request, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const found = await findVisibleDonation(context, request, params.orderId);
  if (typeof found === "string") throw redirect(waitingAddress(language, params.orderId), 303);
  const { donation } = found;
  if (donation.pageUrl === null || donation.status !== "pending")
    throw redirect(waitingAddress(language, donation.orderId), 303);
  return { orderId: donation.orderId, amount: add(donation.amount, donation.fee), to: donation.pageUrl };
}

export default function Leaving({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const amount = formatMoney(loaderData.amount, language);
  return (
    <MessagePage title={t("giving.leaving.title")} text={t("giving.leaving.text", { amount })}>
      <a className="button" href={loaderData.to} rel="noreferrer">
        {t("giving.leaving.go")}
      </a>
      <a className="button quiet" href={waitingAddress(language, loaderData.orderId)}>
        {t("giving.leaving.checkStatus")}
      </a>
      <Island
        name="auto-redirect"
        plain
        now
        of={AutoRedirect}
        props={{ to: loaderData.to, text: t("giving.leaving.going") }}
      />
    </MessagePage>
  );
}
