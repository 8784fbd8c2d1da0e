import type { z } from "zod";
import { clientContext, collectingContext, originContext } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { countedForCard } from "#operations/donations/card-testing-guard.ts";
import { selcomReturnUrl } from "#payments/selcom/selcom.ts";
import { readHolderPhone } from "#app/site/donate/form/problem-words.ts";
import { give } from "./give.server.ts";
import { fail, onlyPost } from "#app/api/json.ts";
import { countryIn, flag, languageIn, readBilling, readGift } from "./read-gift.ts";
import type { cardAnswer } from "#app/api/shapes.ts";
import type { Route } from "./+types/give-by-card";

export const handle = { policy: "everybody" };
export const loader = onlyPost;

const names = { campaign: "campaignId", phone: "donorPhone", name: "donorName", email: "donorEmail" };

/** Opens a page of Selcom's for a card; the number of the card is entered there and never here. */
export async function action({ context, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { selcom } = context.get(collectingContext);
  if (selcom === null) return fail(409, translatorIn("en")("answers.notOffered"));
  const origin = context.get(originContext);
  const client = context.get(clientContext);
  return give({
    address: "card",
    request,
    context,
    read(body) {
      const thisYear = new Date().getFullYear();
      const { read, errors } = readGift(body, names, {
        thisYear,
        payerNeeded: true,
        readPhone: (written, t) => readHolderPhone(written, countryIn(body), t),
      });
      const billing = readBilling(body, errors);
      if (!flag(body, "acceptTerms"))
        errors["acceptTerms"] = translatorIn(languageIn(body))("giving.errors.terms");
      if (read === null || Object.keys(errors).length > 0) return errors;
      const { gift, phone, payer } = read;
      return {
        gift: {
          ...gift,
          way: {
            kind: "page",
            provider: selcom,
            phone,
            payer,
            billing,
            returnUrl: (reference) => selcomReturnUrl(origin, reference),
          },
        },
        counted: countedForCard(client, payer.email),
      };
    },
    succeed(started) {
      const { externalId, receiptKey } = started.gift;
      return {
        success: true,
        url: started.kind === "page" ? started.url : null,
        order_id: externalId,
        receiptKey,
      } satisfies z.infer<typeof cardAnswer>;
    },
  });
}
