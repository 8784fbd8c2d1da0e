import { useEffect, useRef } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";

type Props = {
  question: string;
  about: string;
  /** What is sent when it is confirmed. */
  sent: Record<string, string>;
  confirm: string;
  /** Where to go back to. */
  to: string;
};

/** Asked by the address, so that it is asked without script too. */
export function Confirm({ question, about, sent, confirm, to }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  useEffect(() => {
    const asked = dialog.current;
    // Without a word of it: its closing means that somebody has left it.
    asked?.removeAttribute("open");
    asked?.showModal();
    // Whoever has left it may ask again before they are back: the address is then the same, and its key is not.
  }, [key]);
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
      <Form method="post" action={to} className="dialog-actions">
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Link className="button quiet small" to={to}>
          Cancel
        </Link>
        <button className="button small" type="submit">
          {confirm}
        </button>
      </Form>
    </dialog>
  );
}
