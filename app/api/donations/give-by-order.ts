import type { z } from "zod";
import { ordersPerPhone } from "#domain/payments/limits.ts";
import { collectingContext, originContext } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { selcomReturnUrl } from "#payments/selcom/selcom.ts";
import { readPhone } from "#app/site/donate/form/problem-words.ts";
import { give } from "./give.server.ts";
import { fail, onlyPost } from "#app/api/json.ts";
import { payerFor, readGift } from "./read-gift.ts";
import type { orderAnswer } from "#app/api/shapes.ts";
import type { Route } from "./+types/give-by-order";

export const handle = { policy: "everybody" };
export const loader = onlyPost;

const names = { campaign: "campaign_id", phone: "buyer_phone", name: "buyer_name", email: "buyer_email" };

/** Opens a page of Selcom's for mobile money. */
export async function action({ context, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { selcom } = context.get(collectingContext);
  if (selcom === null) return fail(409, translatorIn("en")("answers.notOffered"));
  const origin = context.get(originContext);
  return give({
    address: "order",
    request,
    context,
    read(body) {
      const thisYear = new Date().getFullYear();
      const { read, errors } = readGift(body, names, { thisYear, payerNeeded: false, readPhone });
      if (read === null) return errors;
      const { gift, phone } = read;
      return {
        gift: {
          ...gift,
          way: {
            kind: "page",
            provider: selcom,
            phone,
            payer: payerFor(read.payer, origin),
            billing: null,
            returnUrl: (reference) => selcomReturnUrl(origin, reference),
          },
        },
        counted: [{ subject: `order:${phone}`, limits: ordersPerPhone }],
      };
    },
    succeed(started, language) {
      const { externalId, receiptKey } = started.gift;
      return {
        success: true,
        message: translatorIn(language)("answers.onTo"),
        paymentUrl: started.kind === "page" ? started.url : null,
        order_id: externalId,
        receiptKey,
      } satisfies z.infer<typeof orderAnswer>;
    },
  });
}
