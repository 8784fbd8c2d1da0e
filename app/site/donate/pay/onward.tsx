export type OnwardGiven = { to: string; text: string };

/** Says that the page goes on by itself; without script the button beside it does. */
export const Onward = ({ text }: OnwardGiven) => (
  <span className="needs-script" role="status">
    {text}
  </span>
);
