import { useEffect, useRef, type ReactNode } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";

type Props = {
  question: string;
  about: string;
  sent: Record<string, string>;
  confirm: string;
  to: string;
  action?: string;
  children?: ReactNode;
};

/** Asks before something is deleted or undone. The question has its own URL, so that it works without script too. */
export function Confirm({ question, about, sent, confirm, to, action = to, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    const opened = dialog.current;
    // Remove the attribute without close(): a close event would mean that the person has left the dialog.
    opened?.removeAttribute("open");
    opened?.showModal();
    // A person may open the dialog again before the first navigation ends. The URL is the same then, but the key is
    // not.
  }, [key]);
  const buttons = (
    <>
      <Link className="button quiet small" to={to}>
        Cancel
      </Link>
      <button className="button small destroys" type="submit">
        {confirm}
      </button>
    </>
  );
  return (
    <dialog
      className="dialog"
      open
      ref={dialog}
      aria-labelledby="confirm"
      // The event can come late, when the person has opened the dialog again.
      onClose={({ currentTarget }) => currentTarget.open || void navigate(to)}
      suppressHydrationWarning
    >
      <h2 id="confirm">{question}</h2>
      <p>{about}</p>
      <Form method="post" action={action} className={children ? "form" : "dialog-actions"} noValidate>
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        {children ? <div className="dialog-actions">{buttons}</div> : buttons}
      </Form>
    </dialog>
  );
}
