import type { ReactNode } from "react";

export type Notice = { tone: "success" | "error" | "info"; title: string; text?: string | undefined };
type Props = { notice: Notice | null; label: string; closeLabel: string; action?: ReactNode };

/** In the page from the start, because screen readers announce only changes of an existing live region. */
export function Toasts({ notice, label, closeLabel, action }: Props) {
  return (
    <div className="toasts" role="status" aria-label={label} data-close-label={closeLabel}>
      {notice && <Toast notice={notice} action={action} close={<CloseButton label={closeLabel} />} />}
    </div>
  );
}

type ToastProps = { notice: Notice; action: ReactNode; close: ReactNode };

function Toast({ notice, action, close }: ToastProps) {
  return (
    <div className="toast" data-tone={notice.tone}>
      <p>
        <strong>{notice.title}</strong>
        {notice.text}
      </p>
      {action}
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
