import { useEffect, useRef, useState } from "react";

export type BusyButtonGiven = { label: string; busy: string };

/** The button of a form: once the form is under way it says so and cannot be pressed twice. */
export function BusyButton({ label, busy }: BusyButtonGiven) {
  const [sending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = button.current?.form;
    const show = (busy: boolean) => {
      setSending(busy);
      // A button whose data is fetched again looks busy.
      form?.closest("section")?.setAttribute("aria-busy", String(busy));
    };
    const started = () => show(true);
    // A page that the back button brings from memory is as it was left.
    const returned = () => show(false);
    form?.addEventListener("submit", started);
    addEventListener("pageshow", returned);
    return () => {
      form?.removeEventListener("submit", started);
      removeEventListener("pageshow", returned);
    };
  }, []);

  return (
    <button ref={button} className="button" type="submit" disabled={sending}>
      {sending ? busy : label}
    </button>
  );
}
