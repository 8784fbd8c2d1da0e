import type { ServerResponse } from "node:http";

export type Audience = ReturnType<typeof openAudience>;

/** All who wait for the same answer. The work ends when the last of them leaves before the answer is complete. */
export function openAudience() {
  const gone = new AbortController();
  let size = 0;
  return {
    gone: gone.signal,
    /** Without a response, the answer is always needed. */
    join(response?: ServerResponse): void {
      size += 1;
      const leave = () => {
        if (response?.writableFinished) return;
        size -= 1;
        if (size === 0) gone.abort();
      };
      if (response?.closed) leave();
      else response?.once("close", leave);
    },
  };
}

/** Aborts when the visitor leaves before the answer is complete. */
export function signalOf(response: ServerResponse): AbortSignal {
  const alone = openAudience();
  alone.join(response);
  return alone.gone;
}
