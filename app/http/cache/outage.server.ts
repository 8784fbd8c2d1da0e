import { formatMoment } from "#domain/system/calendar.ts";
import { languageOf } from "#app/site/address.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import type { WaysToReach } from "./content.server.ts";
import type { EarlierPage } from "./earlier-pages.server.ts";
import { pack, usualQuality, type CachedPage } from "./pack.server.ts";

const content = '<main id="content"';

type Timed = WeakMap<CachedPage, { text: string; page: Promise<CachedPage> }>;

/** `outage`: the database failed. `slow`: a renewal takes long, or the process has too much to do. */
export type Reason = "outage" | "slow";

const timedFor: Record<Reason, Timed> = { outage: new WeakMap(), slow: new WeakMap() };

/** An earlier page with the time of its figures. All visitors come at once then, so it is made and compressed once. */
export function withTime(
  { page, asOf }: EarlierPage,
  { path, reason }: { path: string; reason: Reason },
): Promise<CachedPage> | null {
  const language = languageOf(path);
  const text = translatorIn(language)(`frame.${reason}`, { time: formatMoment(asOf, language) });
  const timed = timedFor[reason];
  const known = timed.get(page);
  if (known?.text === text) return known.page;
  const html = page.bodies.identity.toString();
  // A program must learn that the site does not work. It reads a header, and needs no notice.
  if (!html.includes(content)) return reason === "slow" ? Promise.resolve(withAge(page, asOf)) : null;
  const notice = `<aside class="site-notice" role="status">${text}</aside>`;
  // A function, because a replacement text would give `$` a meaning.
  const body = Buffer.from(html.replace(content, () => notice + content));
  const headers: [string, string][] = [
    ...pairs(page.headers.identity),
    ["Cache-Control", "private, no-store"],
  ];
  const made = pack({ body, headers }, usualQuality).then(withoutTag);
  timed.set(page, { text, page: made });
  return made;
}

/** Adds to the bare page of an outage how to reach the fund and how to pay it. */
export function withWaysToReach(html: string, { contact, bank, asOf }: WaysToReach, path: string): string {
  const language = languageOf(path);
  const t = translatorIn(language);
  const link = (kind: "tel" | "mailto", text: string) => {
    const target =
      kind === "tel" ? text.replaceAll(/[^\d+]/g, "") : encodeURIComponent(text).replace("%40", "@");
    return `<a href="${kind}:${target}">${escape(text)}</a>`;
  };
  const lines: [string, string[]][] = [
    [t("contact.phone"), contact.phones.map((phone) => link("tel", phone))],
    [t("contact.email"), contact.emails.map((email) => link("mailto", email))],
    ...(bank === null ? [] : bankLines(bank, t)),
  ];
  const rows = lines
    .filter(([, values]) => values.some((value) => value !== ""))
    .map(
      ([label, values]) =>
        `<div><dt>${label}</dt>${values.map((value) => `<dd>${value}</dd>`).join("")}</div>`,
    );
  const time = t("frame.reachAsOf", { time: formatMoment(asOf, language) });
  const section = `<section class="reach-us"><h2>${t("frame.reachUs")}</h2><dl>${rows.join("")}</dl><p>${time}</p></section>`;
  return html.replace("</main>", () => `${section}</main>`);
}

function bankLines(bank: NonNullable<WaysToReach["bank"]>, t: Translator): [string, string[]][] {
  const mobile = [bank.mobileMoneyName, bank.mobileMoneyNumber].filter(Boolean).join(" · ");
  return [
    [t("home.bank.name"), [escape(bank.bankName)]],
    [t("home.bank.accountName"), [escape(bank.accountName)]],
    [t("home.bank.accountNumber"), [escape(bank.accountNumber)]],
    [t("home.bank.mobileMoney"), [escape(mobile)]],
  ];
}

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function withAge({ headers, ...page }: CachedPage, asOf: Date): CachedPage {
  const age = Math.ceil((Date.now() - asOf.getTime()) / 1_000);
  const aged = (of: string[]) => [
    ...pairs(of, new Set(["ETag", "Cache-Control"])).flat(),
    ...["Cache-Control", "private, no-store", "Age", String(age)],
  ];
  const { br, gzip, identity } = headers;
  return { ...page, headers: { br: aged(br), gzip: aged(gzip), identity: aged(identity) } };
}

const notOfThisAnswer = new Set(["ETag", "Content-Length", "Cache-Control"]);

/** It is no version of the page. */
function withoutTag({ headers: { br, gzip, identity }, ...page }: CachedPage): CachedPage {
  const plain = (headers: string[]) => pairs(headers, new Set(["ETag"])).flat();
  return { ...page, headers: { br: plain(br), gzip: plain(gzip), identity: plain(identity) } };
}

function pairs(headers: string[], without = notOfThisAnswer): [string, string][] {
  return headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 && !without.has(name) ? [[name, headers[at + 1] ?? ""]] : [],
  );
}
