import { useLanguage, useText } from "#app/messages/translator.tsx";
import type { EndPages } from "./status-poller.tsx";
import { resultAddress } from "#app/site/donate/form/donation-addresses.ts";

/** The next page after each end of the payment, and the notice shown before it. */
export function useEnds(orderId: string): EndPages {
  const t = useText();
  const language = useLanguage();
  return {
    completed: {
      address: resultAddress(language, orderId, "success"),
      text: t("giving.waiting.confirmed"),
    },
    failed: { address: resultAddress(language, orderId, "failed"), text: t("giving.waiting.ended") },
    otherAmount: {
      address: resultAddress(language, orderId, "manual_check"),
      text: t("giving.waiting.otherAmount"),
    },
    checking: {
      address: resultAddress(language, orderId, "manual_check"),
      text: t("giving.waiting.checking"),
    },
  };
}
