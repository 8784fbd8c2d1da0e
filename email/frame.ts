import type { Language } from "#domain/content/language.ts";

/** The content of an email. Text and HTML are both made from it, so that they match. */
export type Content = { subject: string; parts: Part[] };

type Part =
  | { kind: "text"; text: string }
  | { kind: "small"; text: string }
  | { kind: "facts"; rows: Fact[] }
  | { kind: "link"; label: string; url: string; orOpen: string }
  | { kind: "small-link"; label: string; url: string };

type Fact = { label: string; value: string; strong?: boolean };

export type Frame = { language: Language; fund: string; notice: string | null };

export type WrittenEmail = { subject: string; text: string; html: string };

export function write({ subject, parts }: Content, frame: Frame): WrittenEmail {
  return { subject: oneLine(subject), text: asText(parts, frame), html: asHtml(subject, parts, frame) };
}

function asText(parts: Part[], { fund, notice }: Frame): string {
  const blocks = [fund.toUpperCase(), ...(notice === null ? [] : [notice]), ...parts.map(partAsText)];
  return `${blocks.join("\n\n")}\n`;
}

function partAsText(part: Part): string {
  switch (part.kind) {
    case "text":
    case "small":
      return part.text;
    case "facts":
      return part.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "link":
    case "small-link":
      return `${part.label}:\n${part.url}`;
  }
}

// Tables and inline styles: mail programs support little else. Nothing is loaded from the network.
function asHtml(subject: string, parts: Part[], { language, fund, notice }: Frame): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0d1612 !important; }
  .sheet { background: #14211a !important; border-color: #26372d !important; }
  .ink { color: #e9efe9 !important; }
  .muted { color: #a3b3a9 !important; }
  .row { border-color: #26372d !important; }
  .link { color: #5fd08f !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dfddd2;border-radius:14px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<tr><td style="padding:18px 24px;background:#0a3b23;border-radius:13px 13px 0 0;border-bottom:3px solid #e7bd66;color:#f3f7f1;font:700 18px/1.3 Georgia,'Noto Serif',serif">${escape(fund)}</td></tr>
${notice === null ? "" : `<tr><td style="padding:10px 24px;background:#fbf0d9;color:#8a5a00;font-size:14px">${escape(notice)}</td></tr>\n`}<tr><td style="padding:20px 24px">
${parts.map(partAsHtml).join("\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function partAsHtml(part: Part): string {
  switch (part.kind) {
    case "text":
      return `<p class="ink" style="margin:0 0 16px;color:#17221c">${lines(part.text)}</p>`;
    case "small":
      return `<p class="muted" style="margin:0 0 12px;color:#52625a;font-size:14px">${lines(part.text)}</p>`;
    case "facts":
      return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;table-layout:fixed">\n${part.rows.map(factAsHtml).join("\n")}\n</table>`;
    case "link":
      return `<p style="margin:0 0 12px"><a href="${escape(part.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b3a;color:#ffffff;font-weight:700;text-decoration:none">${escape(part.label)}</a></p>
<p class="muted" style="margin:0 0 16px;color:#52625a;font-size:14px">${escape(part.orOpen)}<br><a class="link" href="${escape(part.url)}" style="color:#0b6b3a;word-break:break-all">${escape(part.url)}</a></p>`;
    case "small-link":
      return `<p style="margin:0 0 12px;font-size:14px"><a class="link" href="${escape(part.url)}" style="color:#0b6b3a">${escape(part.label)}</a></p>`;
  }
}

function factAsHtml({ label, value, strong = false }: Fact): string {
  const weight = strong ? ";font-weight:700" : "";
  return `<tr><th class="row muted" scope="row" width="40%" align="left" valign="top" style="padding:7px 12px 7px 0;border-bottom:1px solid #dfddd2;color:#52625a;font-weight:400;font-size:14px">${escape(label)}</th><td class="row ink" align="right" valign="top" style="padding:7px 0;border-bottom:1px solid #dfddd2;color:#17221c;overflow-wrap:anywhere${weight}">${escape(value)}</td></tr>`;
}

const lines = (text: string) => escape(text).replaceAll("\n", "<br>");

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

const oneLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
