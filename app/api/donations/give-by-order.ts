import type { z } from "zod";
import { onlyPost } from "#app/api/json.ts";
import type { orderAnswer } from "#app/api/shapes.ts";
import { answerDonation, type Address } from "./give.server.ts";
import type { Route } from "./+types/give-by-order";

export const handle = { policy: "everyone" };
export const loader = onlyPost;

const order: Address = {
  method: "page",
  names: { campaign: "campaign_id", phone: "buyer_phone", name: "buyer_name", email: "buyer_email" },
  words: { rejected: "answers.notInitiated", broken: "answers.somethingWrong" },
  succeed(begun, t) {
    const { externalId, receiptKey } = begun.donation;
    return {
      success: true,
      message: t("answers.onTo"),
      paymentUrl: begun.kind === "page" ? begun.url : null,
      order_id: externalId,
      receiptKey,
    } satisfies z.infer<typeof orderAnswer>;
  },
};

/** Opens Selcom's payment page for mobile money. */
export const action = (args: Route.ActionArgs) => answerDonation(order, args);
