import { useText } from "#app/messages/translator.tsx";

/** Texts that script announces in the dialog. */
export type PayWords = Record<
  | "title"
  | "missing"
  | "missingText"
  | "working"
  | "initiated"
  | "initiatedText"
  | "unsure"
  | "completed"
  | "failed"
  | "checking"
  | "otherAmount"
  | "ended"
  | "unprocessed"
  | "error"
  | "lost"
  | "mayBeAsked"
  | "notStored"
  | "offline"
  | "elapsed"
  | "left"
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
    completed: t("giving.dialog.completed"),
    failed: t("giving.dialog.failed"),
    checking: t("giving.result.processingTitle"),
    otherAmount: t("giving.waiting.otherAmount"),
    ended: t("giving.dialog.ended"),
    unprocessed: t("answers.refused"),
    error: t("giving.dialog.error"),
    lost: t("giving.dialog.lost"),
    mayBeAsked: t("giving.dialog.mayBeAsked"),
    notStored: t("answers.notStored", { reason: t("answers.away") }),
    offline: t("giving.waiting.offline"),
    elapsed: t("giving.waiting.elapsed", { time: "{time}" }),
    left: t("giving.dialog.left", { amount: "{amount}" }),
    status: t("giving.dialog.waitingPage"),
    close: t("giving.dialog.close"),
  };
  return JSON.stringify(words);
}

/** A slide next to an ordinary button: dragging must never be the only way. */
export function PayControls({ label, cancel }: { label: string; cancel: string }) {
  const t = useText();
  return (
    <>
      <div className="pay-status" role="status" tabIndex={-1} id="pay-says" data-pay-status="" />
      <small className="pay-elapsed" data-pay-elapsed="" hidden />
      <label className="pay-slide needs-script" data-pay-control="">
        <span>{t("giving.dialog.slide")}</span>
        <input
          type="range"
          min="0"
          max="100"
          defaultValue="0"
          aria-label={t("giving.dialog.slide")}
          data-slide=""
        />
      </label>
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
        <a className="button" data-waiting-page="">
          {t("giving.dialog.waitingPage")}
        </a>
      </div>
      <div className="pay-later" data-pay-later="" hidden inert>
        <details>
          <summary>{t("giving.waiting.nextStep")}</summary>
          <p>{t("giving.waiting.nextStepText")}</p>
        </details>
        <details>
          <summary>{t("giving.waiting.important")}</summary>
          <p>{t("giving.waiting.importantText")}</p>
        </details>
      </div>
    </>
  );
}
