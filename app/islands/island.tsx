import type { ComponentType } from "react";

type Props<Shared extends object> = {
  name: string;
  of: ComponentType<Shared>;
  props: Shared;
  /** Works without React, so React is not downloaded for it. */
  plain?: boolean;
  /** Starts immediately instead of at the first touch. */
  now?: boolean;
};

/** Marks a component that becomes interactive in the browser. The page contains the props: keep it small and public. */
export function Island<Shared extends object>({
  name,
  of: Component,
  props,
  plain = false,
  now = false,
}: Props<Shared>) {
  return (
    <span
      data-island={name}
      data-props={JSON.stringify(props)}
      data-plain={plain ? "" : undefined}
      data-now={now ? "yes" : undefined}
    >
      <Component {...props} />
    </span>
  );
}
