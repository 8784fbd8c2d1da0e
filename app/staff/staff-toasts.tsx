import { useEffect, useState, type MouseEvent } from "react";
import { Toasts, type Notice } from "#app/ui/toast.tsx";

const displayTime = 10_000;

/** Goes after 10 seconds, not while it is read; a failure stays until it is closed. */
export function StaffToasts({ notice }: { notice: Notice | null }) {
  const [gone, setGone] = useState<Notice | null>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!notice || notice.tone === "error" || isHeld) return;
    const timer = setTimeout(() => setGone(notice), displayTime);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  const close = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("[data-close-toast]")) setGone(notice);
  };
  return (
    <div
      onClick={close}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Toasts notice={notice === gone ? null : notice} label="Messages" closeLabel="Close" />
    </div>
  );
}
