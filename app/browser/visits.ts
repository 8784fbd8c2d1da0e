export type StoredConsent = { analytics: boolean; marketing: boolean };

const { pathname: path, search } = location;
const { referrer, title } = document;
let read: () => StoredConsent;
let began: number;
let depth: number;

/** Loaded only after the visitor agreed. Every event reads the stored choice again, so that a refusal ends it. */
export function visit(consent: () => StoredConsent, isNew: boolean): void {
  read = consent;
  if (isNew) send("consent", {});
  view();
}

function send(type: string, data: object): void {
  const consent = read();
  if (!consent.analytics) return;
  let sessionId = sessionStorage["visitor_session"];
  if (!sessionId) {
    sessionStorage["visitor_session"] = sessionId = Date.now() + "-" + Math.random().toString(36).slice(2);
    const query = new URLSearchParams(search);
    send("session_start", {
      referrer,
      utmSource: query.get("utm_source"),
      utmMedium: query.get("utm_medium"),
      utmCampaign: query.get("utm_campaign"),
    });
  }
  navigator.sendBeacon("/api/visitor-analytics", JSON.stringify({ type, sessionId, data, consent }));
}

function view(): void {
  began = Date.now();
  depth = 0;
  look();
  send("page_view", { path, title, referrer });
  notice({ target: document.querySelector("[data-visit^=donation]") });
}

function look(): void {
  depth = Math.max(depth, ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100);
}

/** The first use of a share link or of the donation form, or a page that thanks for a paid donation. */
function notice({ target }: { target: EventTarget | null }): void {
  const marked = target instanceof Element && target.closest<HTMLElement>("[data-visit]");
  if (!marked) return;
  const [eventType, action, page = path] = (marked.dataset["visit"] ?? "").split(" ");
  delete marked.dataset["visit"];
  send("event", { eventType, category: "campaign", action, path: page });
}

addEventListener("scroll", look);
addEventListener("click", notice);
addEventListener("input", notice);
addEventListener("pagehide", () => {
  const data = { timeSpent: (Date.now() - began) / 1000, scrollDepth: depth };
  send("page_view_end", { path, ...data });
  send("session_end", { lastPagePath: path, ...data });
});
// The back button restores a page from memory.
addEventListener("pageshow", ({ persisted }) => persisted && view());
