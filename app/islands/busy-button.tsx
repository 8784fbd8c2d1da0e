import { useEffect, useRef, useState } from "react";

export type BusyButtonProps = { label: string; busy: string; look?: string };

/** A form's button. While the form is being sent, the button says so and cannot be pressed again. */
export function BusyButton({ label, busy, look = "" }: BusyButtonProps) {
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
    // The back button restores a page from memory with the button still busy.
    const returned = () => show(false);
    form?.addEventListener("submit", started);
    addEventListener("pageshow", returned);
    return () => {
      form?.removeEventListener("submit", started);
      removeEventListener("pageshow", returned);
    };
  }, []);

  return (
    <button ref={button} className={`button ${look}`.trim()} type="submit" disabled={sending}>
      {sending ? busy : label}
    </button>
  );
}
