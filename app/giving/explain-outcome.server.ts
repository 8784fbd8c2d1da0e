import { waitInWords } from "#app/http/ask-to-wait.server.ts";
import type { Translator } from "#app/messages/translator.tsx";
import type { NotBegun } from "#operations/donations/start.ts";
import type { Method } from "./methods.ts";

/** Explains a donation that did not begin, for pages and the API. */
export type Explained = {
  status: number;
  message: string;
  /** "phone": the same donation could begin with another phone. */
  about: "donation" | "phone";
  retryAfter?: number;
  challenge?: string;
};

type Entrance = "form" | "program";
type Outcome = Exclude<
  NotBegun | { kind: "not-offered" },
  { kind: "answered" | "under-way" | "amount" | "other-currency" }
>;

export function explainOutcome(outcome: Outcome, entrance: Entrance, t: Translator): Explained {
  const words = wordsOf[entrance];
  switch (outcome.kind) {
    case "not-offered":
      return say(409, t(words.notOffered));
    case "other-body":
      return say(409, t(words.otherBody));
    case "no-campaign":
      return say(404, t(words.noCampaign));
    case "not-open":
      return say(409, t(`giving.notBegun.${outcome.giving}`));
    case "limited":
      return say(429, t(`giving.notBegun.limited.${outcome.by}`, minutesOf(outcome)), {
        about: outcome.by === "phone" ? "phone" : "donation",
        retryAfter: outcome.retryAfter,
      });
    case "cards-rest":
      return say(429, t("giving.notBegun.cardsRest", minutesOf(outcome)), { retryAfter: outcome.retryAfter });
    case "requests-rest":
      return say(429, t("giving.notBegun.requestsRest", minutesOf(outcome)), {
        retryAfter: outcome.retryAfter,
      });
    case "payments-stopped":
      return say(409, t("giving.notBegun.paymentsStopped"));
    case "cards-stopped":
      return say(409, t("giving.notBegun.cardsStopped"));
    case "first-paid":
      return say(409, t("giving.notBegun.firstPaid"));
    case "first-in-doubt":
      return say(409, t("giving.notBegun.firstInDoubt"));
    case "prompt-waiting":
      return say(409, t("giving.notBegun.promptWaiting"), { about: "phone" });
    case "proof-needed": {
      const { by, wait, challenge } = outcome;
      const message = t(`${words.proofNeeded}.${by}`, waitInWords(wait));
      return say(428, message, { retryAfter: wait, challenge });
    }
  }
}

function say(status: number, message: string, more: Partial<Explained> = {}): Explained {
  return { status, message, about: "donation", ...more };
}

const minutesOf = ({ retryAfter }: { retryAfter: number }) => ({ minutes: Math.ceil(retryAfter / 60) });

const wordsOf = {
  form: {
    notOffered: "giving.errors.method",
    otherBody: "giving.notBegun.otherBody",
    noCampaign: "giving.notBegun.noCampaign",
    proofNeeded: "giving.notBegun.proofNeeded",
  },
  program: {
    notOffered: "answers.notOffered",
    otherBody: "answers.otherBody",
    noCampaign: "answers.noCampaign",
    proofNeeded: "answers.proofNeeded",
  },
} as const;

/** The database failed before any provider was contacted. */
export function explainUnavailable(method: Method, entrance: Entrance, t: Translator): string {
  const reason = t("answers.away");
  if (method === "push") return t("answers.notStored", { reason });
  if (method === "page" || method === "number") return t("answers.somethingWrong");
  return entrance === "form" ? t("giving.cardStep.failed", { message: reason }) : t("giving.dialog.error");
}
