import type { ReactNode } from "react";

type Props = { summary: ReactNode; isOpen?: boolean; children: ReactNode };

/** Folded on phones only. Wider screens show the content without the button, but keep a heading in it. */
export function PhoneFold({ summary, isOpen = false, children }: Props) {
  return (
    <details className="phone-fold" open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
