import { useEffect, useRef, useState, type RefObject } from "react";

type Live<Read> = { form: RefObject<HTMLFormElement | null>; read: Read; update: () => void };

/**
 * What a form holds: at first as the server read it, then as it is typed. The fields stay the browser's own, so that
 * what was typed before this woke, or was brought back by the back button, is kept.
 */
export function useForm<Read>(first: Read, readFrom: (query: URLSearchParams) => Read): Live<Read> {
  const form = useRef<HTMLFormElement>(null);
  const [read, setRead] = useState(first);
  const update = () => {
    if (form.current) setRead(readFrom(queryOf(form.current)));
  };
  useEffect(() => void form.current?.dispatchEvent(new Event("input", { bubbles: true })), []);
  return { form, read, update };
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") query.append(name, value);
  }
  return query;
}
