export type OnwardGiven = { to: string; text: string };

/** Announces the automatic redirect. Without script, the button next to it leads on. */
export const Onward = ({ text }: OnwardGiven) => (
  <span className="needs-script" role="status">
    {text}
  </span>
);
