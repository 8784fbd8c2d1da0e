import type { ReactNode } from "react";

type Props = { className?: string; size?: number; weight?: number; children: ReactNode };

/** Hidden from screen readers, so the page must say its meaning in words. */
export function LineIcon({ className, size = 22, weight = 2, children }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
