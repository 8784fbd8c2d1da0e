import { formatMoment } from "#domain/system/calendar.ts";
import { languageOf } from "#app/site/address.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import type { WaysToReach } from "./content.server.ts";
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
    figures: [],
    isOutage: false,
  };
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

const notOfThisAnswer = new Set(["ETag", "Content-Length", "Cache-Control"]);

function pairs(headers: string[]): [string, string][] {
  return headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 && !notOfThisAnswer.has(name) ? [[name, headers[at + 1] ?? ""]] : [],
  );
}
