import type { ComponentType } from "react";

type Props<Given extends object> = { name: string; of: ComponentType<Given>; given: Given };

/** Marks what wakes up in the browser. `given` travels with the page: small, and nothing private. */
export function Island<Given extends object>({ name, of: Component, given }: Props<Given>) {
  return (
    <span data-island={name} data-given={JSON.stringify(given)}>
      <Component {...given} />
    </span>
  );
}
