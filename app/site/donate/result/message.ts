import { add, formatMoney } from "#domain/money/money.ts";
import { useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { useWritten } from "#app/site/translated-text.tsx";
import type { Known, KnownDonation } from "#app/site/donate/waiting/known-donation.server.ts";
import { mayTryAgain, type Kind } from "./kind.ts";

type Result = {
  kind: Kind;
  known: KnownDonation | null;
  /** The status that the page's query names. It only chooses between texts for an open payment. */
  statusParam: string | null;
  why: Known["why"];
  isFresh: boolean;
};

export function useMessage(result: Result): string {
  const { kind, known } = result;
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const amount = known === null ? "" : formatMoney(add(known.amount, known.fee), language);
  if (kind === "success" && known !== null)
    return t("giving.result.successText", { amount, campaign: written(known.campaign.title) });
  if (kind === "failed") return failure(result, t);
  if (kind === "processing")
    return known?.payment.paidOtherAmount
      ? t("giving.result.mismatchText", { amount })
      : openPayment(result, t);
  if (kind === "reversed") return t("giving.result.reversedText");
  return t(kind === "unknown" ? "giving.result.unknownText" : "giving.result.neutralText");
}

function failure({ known, why }: Result, t: Translator): string {
  const message = t(`giving.failure.${why}`);
  if (known?.isRequestSent) return message;
  return known?.payment.method === "card"
    ? t("giving.cardStep.failed", { message })
    : `${t("answers.notInitiated")} ${message}`;
}

function openPayment(result: Result, t: Translator): string {
  const { known } = result;
  if (known === null) return nextStep(result, t);
  // A receipt by email needs an email address.
  const receipt = t(known.person?.email ? "giving.result.keepsByMail" : "giving.result.keeps");
  return `${nextStep(result, t)} ${receipt}`;
}

function nextStep({ kind, known, statusParam, isFresh }: Result, t: Translator): string {
  if (known !== null && !known.isRequestSent) return t("giving.result.timeoutUnopened");
  if (mayTryAgain(kind, known, isFresh)) return t("giving.result.lateText");
  if (statusParam === "timeout")
    return t(known?.isHosted ? "giving.result.timeoutHosted" : "giving.result.timeoutText");
  return t(statusParam === "manual_check" ? "giving.result.manualText" : "giving.result.processingText");
}

export function titleOf(kind: Kind, t: Translator): string {
  const titles = {
    success: t("giving.result.successTitle"),
    reversed: t("giving.result.reversedTitle"),
    failed: t("giving.failureTitle"),
    processing: t("giving.result.processingTitle"),
    unknown: t("giving.unknownTitle"),
    neutral: t("giving.result.neutralTitle"),
  } satisfies Record<Kind, string>;
  return titles[kind];
}
