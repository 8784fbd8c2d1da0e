import type { Translator } from "#app/messages/translator.tsx";
import type { NotBegun } from "#operations/donations/start.ts";
import type { Method } from "#app/site/donate/form/gift-form-fields.ts";

/** Why no gift was begun, as it is said to whoever pressed the button. */
export type NotNow = {
  kind: "not-begun";
  title: string;
  /** What it is about: the gift as a whole, or the phone that is not to be asked now. */
  field: "gift" | "phone";
  message: string;
  status: number;
  challenge?: string;
};

type Outcome = Exclude<NotBegun, { kind: "answered" | "under-way" }>;

export function notBegun(outcome: Outcome, method: Method, t: Translator): NotNow {
  const say = (message: string, status: number, field: NotNow["field"] = "gift"): NotNow => ({
    kind: "not-begun",
    title: t("giving.notBegun.title"),
    field,
    message: method === "card" ? t("giving.cardStep.failed", { message }) : message,
    status,
  });
  const phone = method === "push" ? "phone" : "gift";
  switch (outcome.kind) {
    case "other-body":
      return say(t("giving.notBegun.otherBody"), 409);
    case "no-campaign":
      return say(t("giving.notBegun.noCampaign"), 404);
    case "not-open":
      return say(t(`giving.notBegun.${outcome.giving}`), 409);
    case "other-currency":
    case "amount":
      return say(t("giving.notBegun.otherCurrency"), 409);
    case "limited":
      return say(t("giving.notBegun.limited", { minutes: Math.ceil(outcome.retryAfter / 60) }), 429, phone);
    case "cards-rest":
      return say(t("giving.notBegun.cardsRest", { minutes: Math.ceil(outcome.retryAfter / 60) }), 429);
    case "requests-rest":
      return say(t("giving.notBegun.requestsRest", { minutes: Math.ceil(outcome.retryAfter / 60) }), 429);
    case "payments-stopped":
      return say(t("giving.notBegun.paymentsStopped"), 409);
    case "cards-stopped":
      return say(t("giving.notBegun.cardsStopped"), 409);
    case "proof-needed":
      return {
        ...say("", 428),
        title: t("giving.problem"),
        message: t(`giving.notBegun.proofNeeded.${outcome.by}`, { seconds: outcome.wait }),
        challenge: outcome.challenge,
      };
    case "prompt-waiting":
      return say(t("giving.notBegun.promptWaiting"), 409, phone);
  }
}

/** Our records could not be reached before anybody was asked for money. */
export function notKept(method: Method, t: Translator): NotNow {
  const reason = t("answers.away");
  const said = {
    push: t("answers.notStored", { reason }),
    page: t("answers.somethingWrong"),
    card: t("giving.cardStep.failed", { message: reason }),
  };
  const title = t(method === "page" ? "giving.notBegun.errorTitle" : "giving.notBegun.title");
  return { kind: "not-begun", title, field: "gift", message: said[method], status: 503 };
}

export const notOffered = (t: Translator): NotNow => ({
  kind: "not-begun",
  title: t("giving.notBegun.title"),
  field: "gift",
  message: t("giving.errors.method"),
  status: 409,
});
