import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from "react";
import { Form } from "react-router";
import { Toasts, type Notice as PlainNotice } from "#app/ui/toast.tsx";

type Undo = { to: string; sent: Record<string, string> };
type Notice = PlainNotice & { undo?: Undo | undefined };

const displayTime = 10_000;

const toastEvent = "amana:staff-toast";

/** For messages that start in the browser. Messages from the server arrive as the page's notice. */
export const raiseToast = (notice: Notice) =>
  void document.dispatchEvent(new CustomEvent<Notice>(toastEvent, { detail: notice }));

/** Closes after 10 seconds, but not while someone reads it. */
export function StaffToasts({ notice: given }: { notice: Notice | null }) {
  const [here, setHere] = useState<{ notice: Notice; after: Notice | null } | null>(null);
  const [gone, setGone] = useState<Notice | null>(null);
  const [isHeld, setHeld] = useState(false);
  const notice = here?.after === given ? here.notice : given;
  const onToast = useEffectEvent(
    (event: Event) => event instanceof CustomEvent && setHere({ notice: event.detail, after: given }),
  );
  useEffect(() => {
    document.addEventListener(toastEvent, onToast);
    return () => document.removeEventListener(toastEvent, onToast);
  }, []);
  useEffect(() => {
    if (!notice || isHeld) return;
    const timer = setTimeout(() => setGone(notice), displayTime);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  const toasts = useRef<HTMLDivElement>(null);
  useFootHeight(toasts, notice);
  const close = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("[data-close-toast]")) setGone(notice);
  };
  return (
    <div
      className="staff-toasts"
      ref={toasts}
      onClick={close}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Toasts
        notice={notice === gone ? null : notice}
        label="Messages"
        closeLabel="Close"
        action={notice?.undo && <UndoForm {...notice.undo} />}
      />
    </div>
  );
}

/** A message of two lines, with its distance. */
const roomBelow = 120;

/** The bar of a form has one to three lines, and is not at the foot where the page ends. The message lies above it. */
function useFootHeight(toasts: RefObject<HTMLElement | null>, notice: Notice | null): void {
  useLayoutEffect(() => {
    const foot = notice && document.querySelector(".form-foot, .decision-foot");
    if (!foot) return;
    const measure = () => {
      const { top, bottom } = foot.getBoundingClientRect();
      const height = innerHeight - bottom < roomBelow ? Math.max(0, innerHeight - top) : 0;
      toasts.current?.style.setProperty("--foot", `${height}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(foot);
    observer.observe(document.body);
    addEventListener("scroll", measure, { passive: true });
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", measure);
      removeEventListener("resize", measure);
    };
  }, [toasts, notice]);
}

function UndoForm({ to, sent }: Undo) {
  return (
    <Form method="post" action={to}>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button quiet small" type="submit">
        Undo
      </button>
    </Form>
  );
}
