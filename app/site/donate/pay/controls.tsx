import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
import { MovingDots } from "#app/site/donate/waiting/moving-dots.tsx";

/** Texts that script announces in the dialog. */
export type PayWords = Record<
  | "title"
  | "missing"
  | "missingText"
  | "working"
  | "initiated"
  | "initiatedText"
  | "unsure"
  | "still"
  | "slow"
  | "completed"
  | "failed"
  | "anotherWay"
  | "otherAmount"
  | "checking"
  | "ended"
  | "unprocessed"
  | "error"
  | "lost"
  | "mayBeAsked"
  | "notStored"
  | "offline"
  | "elapsed"
  | "left"
  | "leftPaid"
  | "thanks"
  | "status"
  | "close",
  string
>;

export function usePayWords(): string {
  const t = useText();
  const words: PayWords = {
    title: t("giving.dialog.title"),
    missing: t("giving.dialog.missing"),
    missingText: t("giving.dialog.missingText"),
    working: t("giving.dialog.working"),
    initiated: t("giving.dialog.initiated"),
    initiatedText: t("giving.dialog.initiatedText"),
    unsure: t("answers.unsure"),
    still: t("giving.waiting.status30"),
    slow: t("giving.waiting.status90"),
    completed: t("giving.dialog.completed"),
    failed: t("giving.dialog.failed"),
    anotherWay: t("giving.dialog.anotherWay"),
    otherAmount: t("giving.waiting.otherAmount"),
    checking: t("giving.waiting.checking"),
    ended: t("giving.dialog.ended"),
    unprocessed: t("answers.refused"),
    error: t("giving.dialog.error"),
    lost: t("giving.dialog.lost"),
    mayBeAsked: t("giving.dialog.mayBeAsked"),
    notStored: t("answers.notStored", { reason: t("answers.away") }),
    offline: t("giving.waiting.offline"),
    elapsed: t("giving.waiting.elapsed", { time: "{time}" }),
    left: t("giving.dialog.left", { amount: "{amount}" }),
    leftPaid: t("giving.dialog.leftPaid", { amount: "{amount}" }),
    thanks: t("giving.dialog.thanks"),
    status: t("giving.dialog.waitingPage"),
    close: t("giving.dialog.close"),
  };
  return JSON.stringify(words);
}

type Props = {
  label: ReactNode;
  cancel: string;
  /** Folded, because dragging must never be the only way, and the button is the clear one. */
  slide?: boolean;
};

export function PayControls({ label, cancel, slide = false }: Props) {
  const t = useText();
  return (
    <>
      <div className="pay-status" role="status" tabIndex={-1} id="pay-says" data-pay-status="" />
      <p className="pay-waits" data-pay-waits="" hidden>
        <MovingDots />
        <small data-pay-elapsed="" />
      </p>
      {slide && <Slide />}
      <div className="pay-actions" data-pay-control="">
        <a className="button quiet" href={cancel} data-cancel="">
          {t("giving.dialog.cancel")}
        </a>
        <button className="button" data-pay-button="">
          {label}
        </button>
      </div>
      <div className="pay-actions" data-pay-waiting="" hidden>
        <button className="button quiet" type="button" data-cancel="">
          {t("giving.dialog.close")}
        </button>
        <a className="button quiet" data-waiting-page="">
          {t("giving.dialog.waitingPage")}
        </a>
        <button className="button wide" type="button" data-check-now="" hidden>
          {t("giving.waiting.checkNow")}
        </button>
      </div>
    </>
  );
}

/** Only the dialog's script can pay with it. */
function Slide() {
  const label = useText()("giving.dialog.slide");
  return (
    <details className="donation-more" data-pay-control="" hidden>
      <summary>{label}</summary>
      <label className="pay-slide">
        <span>{label}</span>
        <input type="range" min="0" max="100" defaultValue="0" aria-label={label} data-slide="" />
      </label>
    </details>
  );
}
