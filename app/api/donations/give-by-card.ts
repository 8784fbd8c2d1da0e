import type { z } from "zod";
import { onlyPost } from "#app/api/json.ts";
import type { cardAnswer } from "#app/api/shapes.ts";
import { answerDonation, type Address } from "./give.server.ts";
import type { Route } from "./+types/give-by-card";

export const handle = { policy: "everyone" };
export const loader = onlyPost;

const card: Address = {
  method: "card",
  names: { campaign: "campaignId", phone: "donorPhone", name: "donorName", email: "donorEmail" },
  words: { rejected: "answers.refused", broken: "giving.dialog.error" },
  succeed(begun) {
    const { externalId, receiptKey } = begun.donation;
    return {
      success: true,
      url: begun.kind === "page" ? begun.url : null,
      order_id: externalId,
      receiptKey,
    } satisfies z.infer<typeof cardAnswer>;
  },
};

/** Opens Selcom's payment page for cards. The card number is entered there, never here. */
export const action = (args: Route.ActionArgs) => answerDonation(card, args);
