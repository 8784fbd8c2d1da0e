import type { ComponentType } from "react";

type Props<Given extends object> = {
  name: string;
  of: ComponentType<Given>;
  given: Given;
  /** Works without React, so React is not downloaded for it. */
  plain?: boolean;
  /** Starts immediately instead of at the first touch. */
  now?: boolean;
};

/** Marks a component that becomes interactive in the browser. The page contains `given`: keep it small and public. */
export function Island<Given extends object>({
  name,
  of: Component,
  given,
  plain = false,
  now = false,
}: Props<Given>) {
  return (
    <span
      data-island={name}
      data-given={JSON.stringify(given)}
      data-plain={plain ? "" : undefined}
      data-now={now ? "yes" : undefined}
    >
      <Component {...given} />
    </span>
  );
}
