type OnMessage = (name: string, data: unknown) => void;

const names = ["campaign", "totals", "order"];
const pollEvery = 30_000;

/**
 * Live updates while the page is visible. A browser allows few connections to one host, so a hidden page closes its
 * own. Without a stream, this polls instead.
 */
export function follow(query: URLSearchParams, onMessage: OnMessage): { stop(): void } {
  const address = `/api/live?${query}`;
  let source: EventSource | undefined;
  let timer = 0;
  let noStream = !("EventSource" in window);
  const stopping = new AbortController();
  const { signal } = stopping;

  const close = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };
  const open = () => {
    close();
    if (document.hidden) return;
    if (noStream) return void poll();
    const opened = new EventSource(address);
    source = opened;
    for (const name of names)
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => onMessage(name, JSON.parse(data)));
    opened.onerror = () => {
      // The browser reconnects a lost stream automatically, but not a refused one.
      if (opened.readyState !== EventSource.CLOSED) return;
      noStream = true;
      open();
    };
  };
  const poll = async () => {
    timer = window.setTimeout(poll, pollEvery);
    const { news = [] } = await fetch(address, { headers: { Accept: "application/json" } })
      .then((answer): Promise<{ news?: { name: string; data: unknown }[] }> => answer.json())
      .catch(() => ({ news: [] }));
    for (const { name, data } of news) onMessage(name, data);
  };
  document.addEventListener("visibilitychange", open, { signal });
  addEventListener("pagehide", close, { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && open(), { signal });
  open();
  return {
    stop() {
      stopping.abort();
      close();
    },
  };
}
