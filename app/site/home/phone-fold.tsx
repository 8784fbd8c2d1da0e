import type { ReactNode } from "react";

type Props = { summary: ReactNode; children: ReactNode };

/** Folded on phones only. Wider screens show the content without the button, but keep a heading in it. */
export function PhoneFold({ summary, children }: Props) {
  return (
    <details className="phone-fold">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
