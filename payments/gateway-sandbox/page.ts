import { formatMoney, tzs, usd } from "#domain/money/money.ts";
import { html, type Html } from "./html.ts";
import { reply, type SandboxRequest, type Reply } from "./http.ts";
import type { SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

export type PageParts = {
  title: string;
  main: Html;
  status?: number;
  /** The URL of server-sent events that reload the page. */
  live?: string;
  /** Seconds between reloads without JavaScript. */
  refresh?: number | null;
  /** Hosts that its forms can lead to. */
  leadsTo?: readonly string[];
};

export function page(context: SandboxContext, parts: PageParts): Reply {
  const base = context.path;
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${parts.title} · gateway sandbox</title>
        <link rel="stylesheet" href="${base}/sandbox.css" />
        <script src="${base}/sandbox.js" defer></script>
        ${parts.refresh ? html`<noscript><meta http-equiv="refresh" content="${parts.refresh}" /></noscript>` : null}
      </head>
      <body
        ${parts.live === undefined ? null : html`data-live="${parts.live}?seen=${context.state.version()}"`}
      >
        <aside class="notice" aria-label="Sandbox">
          <strong>Sandbox.</strong> This page simulates a payment gateway. No real payments are taken.
        </aside>
        ${parts.main}
        <p id="announcement" class="unseen" role="status"></p>
      </body>
    </html>`;
  const formAction = ["'self'", ...(parts.leadsTo ?? [])].join(" ");
  return reply(parts.status ?? 200, document.markup, "text/html; charset=utf-8", {
    "content-security-policy": `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "referrer-policy": "no-referrer",
  });
}

/** Reloads a page at each relevant change, and immediately if it missed one. */
export function events(
  context: SandboxContext,
  request: SandboxRequest,
  concerns: (payment: SandboxPayment) => boolean,
): Reply {
  return {
    kind: "events",
    open(send) {
      if (request.query.get("seen") !== String(context.state.version())) send();
      return context.state.onChange((payment) => void (concerns(payment) && send()));
    },
  };
}

export function moneyOf({ amount, currency }: Pick<SandboxPayment, "amount" | "currency">): string {
  const money = currency === "TZS" ? tzs(BigInt(amount)) : usd(Math.round(Number(amount) * 100));
  return formatMoney(money, "en");
}

export function clockTime(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString().slice(11, 16);
}
