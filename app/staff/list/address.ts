import { useLocation } from "react-router";

/** The current URL with some query values changed. Drops the list position, unless the change sets it. */
export function useChangedAddress(): (changes: Record<string, string>) => string {
  const { pathname, search } = useLocation();
  return (changes) => {
    const query = new URLSearchParams(search);
    for (const place of ["after", "before"]) query.delete(place);
    for (const [name, value] of [...query]) if (value === "") query.delete(name);
    for (const [name, value] of Object.entries(changes)) query.set(name, value);
    return `${pathname}?${query}`;
  };
}
