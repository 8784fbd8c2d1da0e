import type { ComponentType } from "react";

type Props<Given extends object> = {
  name: string;
  of: ComponentType<Given>;
  given: Given;
  /** Wakes at once, for what cannot wait for a touch: then it should be small and do without React. */
  now?: boolean;
};

/** Marks what wakes up in the browser. `given` travels with the page: small, and nothing private. */
export function Island<Given extends object>({ name, of: Component, given, now = false }: Props<Given>) {
  return (
    <span data-island={name} data-given={JSON.stringify(given)} data-now={now ? "yes" : undefined}>
      <Component {...given} />
    </span>
  );
}
