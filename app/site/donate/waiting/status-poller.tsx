import type { End } from "./payment-end.ts";

export type NextPage = { address: string; text: string };
export type EndPages = Record<End, NextPage>;

export type StatusPollerProps = {
  order: string;
  /** The next page, and the text shown before it: for each end, or one for all. */
  ends: EndPages | NextPage;
  /** Shown while the payment is open. */
  text?: string;
  /** The end that the page shows. Only another one, such as a late success, moves the page on. */
  shown?: End;
  /** Shown if the page cannot move on. Without it, the text of the end stays. */
  offline?: string;
};

/** Shows the end of a payment on a page that was rendered while it was open. */
export function StatusPoller({ text }: StatusPollerProps) {
  return (
    <span role="status" data-status="">
      {text}
    </span>
  );
}
