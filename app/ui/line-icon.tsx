import type { ReactNode } from "react";

type Props = { className?: string; size?: number; weight?: number; children: ReactNode };

/** A sign drawn in lines of the text's colour, on a field of 24 by 24. Whoever shows it says in words what it means. */
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
