/** Nothing is wrong, so it is no error. Its place is beside the button that must be pressed again. */
export function WaitNote({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="pay-wait" role="status" tabIndex={-1} autoFocus>
      {text}
    </p>
  );
}
