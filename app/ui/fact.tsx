import type { ReactNode } from "react";

type Props = {
  name: string;
  /** On phones it has the whole row, under its name. */
  isLong?: boolean;
  children: ReactNode;
};

/** It does not fit beside its name on a phone. */
export const isLongText = (text: string) => text.length > 18;

export function Fact({ name, isLong, children }: Props) {
  if (children === null || children === undefined || children === false || children === "") return null;
  const hasWholeRow = isLong ?? (typeof children === "string" && isLongText(children));
  return (
    <div data-long={hasWholeRow ? "" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
