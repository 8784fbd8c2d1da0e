import type { z } from "zod";
import { collectingContext } from "#app/http/context.server.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { readPhone } from "#app/site/donate/form/problem-words.ts";
import { give } from "./give.server.ts";
import { fail, onlyPost } from "#app/api/json.ts";
import { languageIn, readGift, readWallet } from "./read-gift.ts";
import type { mobileAnswer } from "#app/api/shapes.ts";
import type { Route } from "./+types/give-by-mobile";

export const handle = { policy: "everybody" };
export const loader = onlyPost;

const names = { campaign: "campaignId", phone: "phoneNumber", name: "name", email: "email" };

/** Makes AzamPay send a prompt for the PIN to a phone. */
export async function action({ context, request }: Route.ActionArgs) {
  if (request.method !== "POST") return onlyPost();
  const { azampay } = context.get(collectingContext);
  if (azampay === null) return fail(409, translatorIn("en")("answers.notOffered"));
  return give({
    address: "mobile",
    request,
    context,
    read(body) {
      const thisYear = new Date().getFullYear();
      const { read, errors } = readGift(body, names, { thisYear, payerNeeded: false, readPhone });
      const wallet = readWallet(body);
      if (wallet === null)
        return { ...errors, provider: translatorIn(languageIn(body))("answers.problems.provider") };
      if (read === null) return errors;
      const way = { kind: "push", provider: azampay, phone: read.phone, wallet } as const;
      return { gift: { ...read.gift, way }, counted: [] };
    },
    succeed(started, language) {
      const t = translatorIn(language);
      const { externalId, receiptKey } = started.gift;
      const providers = started.kind === "prompted" ? started.providerReference : null;
      return {
        success: true,
        message: t(started.kind === "unsure" ? "answers.unsure" : "giving.dialog.initiated"),
        transactionId: providers ?? externalId,
        externalId,
        ...(receiptKey && { receiptKey }),
      } satisfies z.infer<typeof mobileAnswer>;
    },
  });
}
