type OnMessage = (name: string, data: unknown) => void;
type Follower = { query: URLSearchParams; onMessage: OnMessage };

const names = ["campaign", "totals", "order"];
const pollEvery = 30_000;

const followers = new Set<Follower>();
let source: EventSource | undefined;
let timer = 0;
/** A busy site refuses streams. After so many answers of a calm one, the page asks for a stream again. */
const pollsBeforeStream = 10;
let pollsLeft = "EventSource" in window ? 0 : Infinity;

/**
 * Live updates while the page is visible. A browser allows six connections to one host, so all followers of a page share
 * one stream, and a hidden page closes its own. Without a stream, this polls instead.
 */
export function follow(query: URLSearchParams, onMessage: OnMessage): { stop(): void } {
  const follower = { query, onMessage };
  followers.add(follower);
  open();
  return {
    stop() {
      followers.delete(follower);
      if (followers.size === 0) close();
    },
  };
}

document.addEventListener("visibilitychange", open);
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => persisted && open());

function open(): void {
  close();
  if (document.hidden || followers.size === 0) return;
  if (pollsLeft) return void poll();
  const opened = new EventSource(address());
  source = opened;
  for (const name of names)
    opened.addEventListener(name, ({ data }: MessageEvent<string>) => tell(name, JSON.parse(data)));
  opened.onerror = () => {
    // The browser reconnects a lost stream automatically, but not a refused one.
    if (opened.readyState !== EventSource.CLOSED) return;
    pollsLeft = pollsBeforeStream;
    open();
  };
}

function close(): void {
  source?.close();
  source = undefined;
  clearTimeout(timer);
  timer = 0;
}

async function poll(): Promise<void> {
  const next = (timer = window.setTimeout(poll, pollEvery));
  const { news, waitFor } = await ask().catch((): News => ({ waitFor: 0 }));
  // A busy site asks for longer. A page that was hidden in the meantime has ended this wait.
  if (timer === next && waitFor > pollEvery) {
    clearTimeout(next);
    timer = window.setTimeout(poll, waitFor);
  }
  for (const { name, data } of news ?? []) tell(name, data);
  if (news && !waitFor) pollsLeft -= 1;
  if (pollsLeft === 0 && timer) open();
}

/** `waitFor`: in milliseconds, the wait that the site asks for. */
type News = { news?: { name: string; data: unknown }[]; waitFor: number };

async function ask(): Promise<News> {
  const answer = await fetch(address(), { headers: { Accept: "application/json" } });
  const waitFor = 1_000 * Number(answer.headers.get("Retry-After") ?? 0);
  // A proxy's refusal is no JSON.
  return { ...(await answer.json().catch(() => ({}))), waitFor };
}

/** A stream has one order. The newest is the one that the donor waits for; an earlier one is also polled. */
function address(): string {
  const all = new URLSearchParams();
  for (const { query } of followers)
    for (const [name, value] of query)
      if (name === "campaign") all.append(name, value);
      else all.set(name, value);
  return `/api/live?${all}`;
}

function tell(name: string, data: unknown): void {
  const order: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "orderId") : undefined;
  for (const { query, onMessage } of followers)
    if (order === undefined || order === query.get("order")) onMessage(name, data);
}
