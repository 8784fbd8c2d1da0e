import { languageOf } from "#app/site/address.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import { retryAfterSeconds } from "#domain/system/admission.ts";
import { newKeeping } from "#app/http/cache/pages.server.ts";
import type { RenderedPage } from "#app/http/cache/pack.server.ts";
import { closedPolicy, securityHeaders } from "#app/http/security/headers.server.ts";

/** A small answer that needs no rendering and no database. A program may not know its language, so it gets both. */
export function busyPage(path: string, requestId: string): RenderedPage {
  const isApi = path.startsWith("/api/");
  return {
    status: 503,
    body: Buffer.from(isApi ? busyAnswer() : busyHtml(path)),
    headers: [
      ...securityHeaders,
      ["Content-Security-Policy", closedPolicy],
      ["Content-Type", isApi ? "application/json; charset=utf-8" : "text/html; charset=utf-8"],
      ["Cache-Control", "no-store"],
      ["Retry-After", String(retryAfterSeconds)],
      ["X-Request-Id", requestId],
    ],
    keeping: { ...newKeeping(), never: true },
    figures: [],
    isOutage: false,
    isRefusal: true,
  };
}

function busyAnswer(): string {
  const [english, kiswahili] = (["en", "sw"] as const).map((language) =>
    translatorIn(language)("frame.busyText"),
  );
  return JSON.stringify({ success: false, message: `${english} ${kiswahili}` });
}

function busyHtml(path: string): string {
  const language = languageOf(path);
  const t = translatorIn(language);
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${t("frame.busyTitle")}</title></head>
<body><main><h1>${t("frame.busyTitle")}</h1><p>${t("frame.busyText")}</p></main></body></html>`;
}
