type Props = { email: string; address: string; lasts: string };

/** The admin must not leave the page without it, so it comes into view. */
const focusWhenShown = (box: HTMLElement | null) => box?.focus();

/** Without a mail server, the admin passes on the link. Only this answer contains it. */
export function LinkByHand({ email, address, lasts }: Props) {
  return (
    <div className="staff-card" role="status" tabIndex={-1} ref={focusWhenShown}>
      <p>
        No mail server is set up, so give this link to {email} yourself. It is shown only once, works once,
        and expires in {lasts}.
      </p>
      <p>
        <code className="invitation-address">{address}</code>
      </p>
    </div>
  );
}
