import { meantName } from "./meant.ts";

type Props = { field: string; value: string; children: string };

/** The answer to the question about an amount with two meanings. Pressing it sends the form with that amount. */
export const YesMeant = ({ field, value, children }: Props) => (
  <button className="button quiet" type="submit" name={meantName(field)} value={value}>
    {children}
  </button>
);

/** Enter presses the first submit button of a form. It must never answer a question. */
export const EnterSends = (sent: { name?: string; value?: string }) => (
  <button {...sent} className="visually-hidden" type="submit" tabIndex={-1} aria-hidden="true" />
);
