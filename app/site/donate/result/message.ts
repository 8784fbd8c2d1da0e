import { useSite } from "#app/site/fund.ts";
import { useText, type Translator } from "#app/messages/translator.tsx";
import type { FoundDonation, VisibleDonation } from "#app/site/donate/waiting/find-donation.server.ts";
import { mayTryAgain, type Kind } from "./kind.ts";

type Result = {
  kind: Kind;
  donation: VisibleDonation | null;
  /** The status that the page's query names. It only chooses between texts for an open payment. */
  statusParam: string | null;
  failure: FoundDonation["failure"];
  isFresh: boolean;
};

export function useMessage(result: Result): string {
  const { kind } = result;
  const t = useText();
  const { sendsMail } = useSite();
  if (kind === "failed") return failureText(result, t);
  if (kind === "processing") return openPayment(result, sendsMail, t);
  if (kind === "reversed") return t("giving.result.reversedText");
  return t(kind === "unknown" ? "giving.result.unknownText" : "giving.result.neutralText");
}

function failureText({ donation, failure }: Result, t: Translator): string {
  if (donation?.isHeld) return t("giving.result.thisNotDone");
  const isCard = donation?.payment.method === "card";
  // Selcom gives no other reason for a card.
  const isDeclined = isCard && donation?.isRequestSent && failure === "refused";
  const message = t(isDeclined ? "giving.failure.card-declined" : `giving.failure.${failure}`);
  if (donation?.isRequestSent) return message;
  return isCard ? t("giving.cardStep.failed", { message }) : `${t("answers.notInitiated")} ${message}`;
}

function openPayment(result: Result, sendsMail: boolean, t: Translator): string {
  const { donation } = result;
  if (donation === null) return nextStep(result, t);
  const receipt = t(
    sendsMail && donation.person?.email ? "giving.result.keepsByMail" : "giving.result.keeps",
  );
  return `${nextStep(result, t)} ${receipt}`;
}

function nextStep({ kind, donation, statusParam, isFresh }: Result, t: Translator): string {
  if (donation !== null && donation.payment.doubt !== null) return t("giving.result.doubtText");
  if (donation?.payment.status === "review") return t("giving.result.dayText");
  if (donation?.isHeld) return t("giving.result.thisOpen");
  if (donation !== null && !donation.isRequestSent) return t("giving.result.timeoutUnopened");
  if (donation?.isByNumber) return t("giving.result.timeoutNumber");
  if (mayTryAgain(kind, donation, isFresh)) return t("giving.result.lateText");
  if (statusParam === "timeout")
    return t(donation?.isHosted ? "giving.result.timeoutHosted" : "giving.result.timeoutText");
  return t(statusParam === "manual_check" ? "giving.result.manualText" : "giving.result.processingText");
}

type Failure = FoundDonation["failure"];

/** Payments that the donor did not finish. Nothing is wrong with them, so they are not called failed. */
const unfinished = {
  expired: "giving.result.expiredTitle",
  "page-expired": "giving.result.pageExpiredTitle",
  "number-expired": "giving.result.numberExpiredTitle",
  cancelled: "giving.result.cancelledTitle",
} as const satisfies Partial<Record<Failure, string>>;

const isUnfinishedFailure = (failure: Failure): failure is keyof typeof unfinished => failure in unfinished;

const titleOfUnfinished = (failure: Failure) => (isUnfinishedFailure(failure) ? unfinished[failure] : null);

type Ended = Pick<Result, "kind" | "failure">;

export const isUnfinished = ({ kind, failure }: Ended): boolean =>
  kind === "failed" && titleOfUnfinished(failure) !== null;

export function titleOf({ kind, failure }: Ended, t: Translator): string {
  const titles = {
    success: "giving.result.successTitle",
    reversed: "giving.result.reversedTitle",
    failed: titleOfUnfinished(failure) ?? "giving.failureTitle",
    processing: "giving.result.processingTitle",
    unknown: "giving.unknownTitle",
    neutral: "giving.result.neutralTitle",
  } as const satisfies Record<Kind, string>;
  return t(titles[kind]);
}
