import type { z } from "zod";
import { onlyPost } from "#app/api/json.ts";
import type { mobileAnswer } from "#app/api/shapes.ts";
import { answerDonation, type Address } from "./give.server.ts";
import type { Route } from "./+types/give-by-mobile";

export const handle = { policy: "everyone" };
export const loader = onlyPost;

const mobile: Address = {
  method: "push",
  names: { campaign: "campaignId", phone: "phoneNumber", name: "name", email: "email" },
  words: { rejected: "answers.refused", broken: "giving.dialog.error" },
  succeed(begun, t) {
    const { externalId, receiptKey } = begun.donation;
    const providerReference = begun.kind === "prompted" ? begun.providerReference : null;
    return {
      success: true,
      message: t(begun.kind === "unsure" ? "answers.unsure" : "giving.dialog.initiated"),
      transactionId: providerReference ?? externalId,
      externalId,
      ...(receiptKey && { receiptKey }),
    } satisfies z.infer<typeof mobileAnswer>;
  },
};

/** AzamPay sends a payment request to the donor's phone. */
export const action = (args: Route.ActionArgs) => answerDonation(mobile, args);
