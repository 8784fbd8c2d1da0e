import type { ReactNode } from "react";

export type Notice = { tone: "success" | "error" | "info"; title: string; text?: string | undefined };
type Props = { notice: Notice | null; label: string; closeLabel: string };

/** In the page from the start, because screen readers announce only changes of an existing live region. */
export function Toasts({ notice, label, closeLabel }: Props) {
  return (
    <div className="toasts" role="status" aria-label={label} data-close-label={closeLabel}>
      {notice && <Toast notice={notice} close={<CloseButton label={closeLabel} />} />}
    </div>
  );
}

function Toast({ notice, close }: { notice: Notice; close: ReactNode }) {
  return (
    <div className="toast" data-tone={notice.tone}>
      <p>
        <strong>{notice.title}</strong>
        {notice.text}
      </p>
      {close}
    </div>
  );
}

function CloseButton({ label }: { label: string }) {
  return (
    <button type="button" className="icon-button needs-script" aria-label={label} data-close-toast="">
      ×
    </button>
  );
}
