import { useId, useSyncExternalStore } from "react";
import { Moment } from "#app/staff/values.tsx";
import { raiseToast } from "#app/staff/staff-toasts.tsx";

type Props = {
  email: string;
  address: string;
  endsAt: Date;
  note?: string | undefined;
  children?: React.ReactNode;
};

/** The admin must not leave the page without it, so it comes into view. */
const focusWhenShown = (box: HTMLElement | null) => box?.focus();

/** Without a mail server, the admin passes on the link. Only this answer contains it. */
export function LinkByHand({ email, address, endsAt, note, children }: Props) {
  const title = useId();
  return (
    <section className="staff-card link-by-hand" aria-labelledby={title} tabIndex={-1} ref={focusWhenShown}>
      <h2 id={title}>Give this link to {email}</h2>
      <p>
        It works once, until <Moment at={endsAt} />. We show it only now, because no mail server is set up.
        {note && ` ${note}`}
      </p>
      <p>
        <code className="invitation-address">{address}</code>
      </p>
      <p className="staff-actions">
        <CopyButton text={address} />
        {children}
      </p>
    </section>
  );
}

const noSubscription = () => () => undefined;

/** Only with script, and where the browser has a clipboard: without TLS it has none. */
function CopyButton({ text }: { text: string }) {
  const hasClipboard = useSyncExternalStore(
    noSubscription,
    () => "clipboard" in navigator,
    () => false,
  );
  if (!hasClipboard) return null;
  return (
    <button type="button" className="button" onClick={() => void copy(text)}>
      Copy link
    </button>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    raiseToast({ tone: "success", title: "Link copied" });
  } catch {
    raiseToast({ tone: "error", title: "Copying failed", text: "Select the link and copy it by hand." });
  }
}
