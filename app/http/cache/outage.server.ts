import { formatMoment } from "#domain/system/calendar.ts";
import { languageOf } from "#app/site/address.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import type { EarlierPage } from "./earlier-pages.server.ts";
import type { RenderedPage } from "./pack.server.ts";
import { newKeeping } from "./pages.server.ts";

const content = '<main id="content"';

/** An earlier page for visitors during an outage of the database. It says of which time it is. */
export function withTime({ page, asOf }: EarlierPage, path: string): RenderedPage | null {
  const html = page.bodies.identity.toString();
  if (!html.includes(content)) return null;
  const language = languageOf(path);
  const text = translatorIn(language)("frame.outage", { time: formatMoment(asOf, language) });
  const notice = `<aside class="site-notice" role="status">${text}</aside>`;
  return {
    status: 200,
    // A function, because a replacement text would give `$` a meaning.
    body: Buffer.from(html.replace(content, () => notice + content)),
    headers: [...pairs(page.headers.identity), ["Cache-Control", "private, no-store"]],
    keeping: { ...newKeeping(), never: true },
    isOutage: false,
  };
}

const notOfThisAnswer = new Set(["ETag", "Content-Length", "Cache-Control"]);

function pairs(headers: string[]): [string, string][] {
  return headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 && !notOfThisAnswer.has(name) ? [[name, headers[at + 1] ?? ""]] : [],
  );
}
