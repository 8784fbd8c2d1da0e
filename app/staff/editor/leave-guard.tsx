import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/** Asks before unsaved changes are lost: with our dialog inside the staff area, else with the browser's. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const dialog = useRef<HTMLDialogElement>(null);
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (isBlocked) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isBlocked]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="leave-title" onClose={() => blocker.reset?.()}>
      <h2 id="leave-title">Leave without saving?</h2>
      <p>Your changes have not been saved.</p>
      <div className="dialog-actions">
        <button className="button" type="button" onClick={() => blocker.reset?.()}>
          Keep editing
        </button>
        <button className="button quiet" type="button" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}
