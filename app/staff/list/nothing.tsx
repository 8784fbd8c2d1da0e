import type { ReactNode } from "react";

/** An empty list says why it is empty, and what can be done about it. */
export function Nothing({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="list-nothing">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
