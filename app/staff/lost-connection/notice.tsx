import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from "react-router";
import { isConnected, onLostRequest, reportLost, type LostRequest } from "./requests.ts";

/** Shown above the page that stays. */
export function LostConnectionNotice() {
  const [reported, setReported] = useState<Reported | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [hasFailedAgain, setFailedAgain] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  // The notice ends with its page.
  const lost = reported?.on === key ? reported.lost : null;
  const onReport = useEffectEvent((request: LostRequest) => {
    setReported({ lost: request, on: key, hasEntries: hasEntries() });
    setFailedAgain(false);
  });
  useEffect(() => onLostRequest(onReport), []);
  useEffect(() => notice.current?.focus(), [lost]);
  useUnsentRequests();
  useLostCode();

  if (lost === null) return null;
  const tryAgain = async () => {
    setTrying(true);
    const connected = await isConnected();
    setTrying(false);
    setFailedAgain(!connected);
    if (!connected) return;
    setReported(null);
    if (lost.kind === "unsent") lost.again();
    if (lost.kind === "no-page") void navigate(lost.address);
  };
  const stay = () => {
    setReported(null);
    // A change of the fragment alone loads nothing, and ends the navigation that waits.
    void navigate({ pathname, search, hash: "content" }, { replace: true, preventScrollReset: true });
  };
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={notice}>
      <h2>No connection</h2>
      <p>
        {hasFailedAgain
          ? "There is still no connection. Please try again in a moment."
          : words(lost, reported?.hasEntries === true)}
      </p>
      <p className="staff-actions">
        {lost.kind !== "no-answer" && (
          <button className="button small" type="button" disabled={isTrying} onClick={() => void tryAgain()}>
            Try again
          </button>
        )}
        <button className="button quiet small" type="button" onClick={stay}>
          Stay on this page
        </button>
      </p>
    </div>
  );
}

type Reported = { lost: LostRequest; on: string; hasEntries: boolean };

/** True if someone typed or chose something on the page. */
function hasEntries(): boolean {
  const fields = document.querySelectorAll("main :is(input, textarea, select)");
  return [...fields].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some((option) => option.selected !== option.defaultSelected);
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  });
}

function words(lost: LostRequest, hasEntries: boolean): string {
  if (lost.kind === "no-answer")
    return "The form was sent and no answer arrived. Your entries are still here. Check in another tab whether it arrived, before you send it again.";
  return lost.kind === "unsent" && lost.what === "form"
    ? "Nothing was sent. Your entries are still here."
    : `The page could not be loaded.${hasEntries ? " Your entries on this page are still here." : ""}`;
}

/** Stops links and forms while the browser is offline. Forms that keep their own entries are left alone. */
function useUnsentRequests(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (navigator.onLine || !link || !opensHere(event, link)) return;
      event.preventDefault();
      event.stopPropagation();
      reportLost({ kind: "unsent", what: "page", again: () => link.click() });
    };
    const onSubmit = (event: SubmitEvent) => {
      const { target: form, submitter } = event;
      if (navigator.onLine || !(form instanceof HTMLFormElement) || "keepsEntries" in form.dataset) return;
      event.preventDefault();
      event.stopPropagation();
      reportLost({ kind: "unsent", what: "form", again: () => form.requestSubmit(submitter) });
    };
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener("submit", onSubmit, { capture: true });
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener("submit", onSubmit, { capture: true });
    };
  }, []);
}

function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isOnPage = link.getAttribute("href")?.startsWith("#") === true;
  return isPlain && !isOnPage && link.target !== "_blank" && link.origin === location.origin;
}

/** React Router reloads the document if the code of the next page does not arrive. */
function useLostCode(): void {
  // useNavigation answers only after React has rendered. On a busy device, the reload comes before that.
  const router = useContext(RouterContext)?.router;
  const onReload = useEffectEvent((event: NavigateEvent) => {
    const next = router?.state.navigation.location;
    if (!next || event.navigationType !== "reload" || !event.cancelable) return;
    event.preventDefault();
    const address = next.pathname + next.search;
    reportLost({ kind: "unsent", what: "page", again: () => window.location.assign(address) });
  });
  useEffect(() => {
    // Older browsers lack it. They reload, as before.
    const changes = "navigation" in window ? window.navigation : null;
    changes?.addEventListener("navigate", onReload);
    return () => changes?.removeEventListener("navigate", onReload);
  }, []);
}
