import { useEffect, useRef, useState, type RefObject } from "react";

type Live<Read> = { form: RefObject<HTMLFormElement | null>; read: Read; update: () => void };

/**
 * The form's values: first as the server read them, then as typed. Uncontrolled fields keep text that was typed
 * before hydration or restored by the back button.
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
