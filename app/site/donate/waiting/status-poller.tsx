import type { End } from "./payment-end.ts";

export type StatusPollerProps = {
  order: string;
  /** For each end: the next page, and the text shown before it. */
  ends: Record<End, { address: string; text: string }>;
  /** Shown while the payment is open. */
  text?: string;
};

/** Shows the end of a payment on a page that was rendered while it was open. */
export function StatusPoller({ text }: StatusPollerProps) {
  return (
    <span role="status" data-status="">
      {text}
    </span>
  );
}
