import type { ComponentType } from "react";

type Props<Given extends object> = {
  name: string;
  of: ComponentType<Given>;
  given: Given;
  /** Does without React, which then is not fetched for it. */
  plain?: boolean;
  /** Wakes at once, for what cannot wait for a touch. */
  now?: boolean;
};

/** Marks what wakes up in the browser. `given` travels with the page: small, and nothing private. */
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
