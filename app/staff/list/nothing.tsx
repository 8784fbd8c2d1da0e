import type { ReactNode } from "react";

export function EmptyList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="list-nothing">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
