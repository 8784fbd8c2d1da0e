import { useEffect, useRef, type ReactNode } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";

type Props = {
  question: string;
  about: string;
  sent: Record<string, string>;
  confirm: string;
  to: string;
  /** The form's target, if it is another address. */
  action?: string;
  /** Fields to fill in before confirming. */
  children?: ReactNode;
};

/** Asked by the address, so that it is asked without script too. */
export function Confirm({ question, about, sent, confirm, to, action = to, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    const asked = dialog.current;
    // Without a word of it: its closing means that somebody has left it.
    asked?.removeAttribute("open");
    asked?.showModal();
    // A person may ask again before the first navigation ends. The address is the same then, but the key is not.
  }, [key]);
  const buttons = (
    <>
      <Link className="button quiet small" to={to}>
        Cancel
      </Link>
      <button className="button small" type="submit">
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
      onClose={() => void navigate(to)}
      suppressHydrationWarning
    >
      <h2 id="confirm">{question}</h2>
      <p>{about}</p>
      <Form method="post" action={action} className={children ? "form" : "dialog-actions"}>
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        {children ? <div className="dialog-actions">{buttons}</div> : buttons}
      </Form>
    </dialog>
  );
}
