import { z } from "zod";
import type { Answer, Site } from "#tests/support/server/site.ts";

const payments = z.array(
  z.looseObject({
    id: z.number(),
    gateway: z.enum(["azampay", "selcom"]),
    reference: z.string(),
    amount: z.string(),
    status: z.string(),
    order: z.looseObject({ buyer: z.string() }).nullish(),
  }),
);

/** A donor's browser without script: it stores cookies and posts forms. */
export function donor(site: Site) {
  const jar = new Map<string, string>();
  const remember = (answer: Answer) => {
    for (const each of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = () => ({ Origin: site.url, Cookie: cookies() });
  const open = async (path: string) => remember(await site.get(path, headers()));
  const post = async (path: string, fields: Record<string, string>) =>
    remember(
      await site.ask(path, {
        method: "POST",
        headers: { ...headers(), "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  async function check(path: string, fields: Record<string, string>) {
    const address = leadsTo(await post(path, fields));
    const page = await open(address);
    return { address, page, pay: (more = {}) => post(address, { ...hiddenFields(page.text), ...more }) };
  }
  /** Posts the form, presses the check page's button, and returns the next URL. */
  async function give(path: string, fields: Record<string, string>): Promise<string> {
    return leadsTo(await (await check(path, fields)).pay());
  }
  return { open, post, check, give, cookies };
}

export function leadsTo({ status, headers, text }: Answer): string {
  if (status !== 303) throw new Error(`not sent on, but ${status}: ${wordsOf(text).slice(0, 600)}`);
  return String(headers.location);
}

export function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, decoded(value)]));
}

const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

export function wordsOf(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  return decoded(
    main.replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/g, "").replaceAll(/<!-- -->/g, ""),
  )
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll("\u00a0", " ")
    .replaceAll(/\s*\n\s*/g, "\n");
}

/** The owner of the simulated phone, through the sandbox's administration. */
export function pretendPhone(site: Site) {
  const administer = async (path: string, body?: object) => {
    const answer = await site.ask(`/sandbox/_admin/${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.text;
  };
  const listPayments = async () => payments.parse(JSON.parse(await administer("payments")));
  const latest = async () => {
    const found = (await listPayments()).toSorted((a, b) => b.id - a.id)[0];
    if (found === undefined) throw new Error("no payment request");
    return found;
  };
  return {
    payments: listPayments,
    latest,
    async decide(decision: "approve" | "decline" | "reject" | "expire", fault?: string) {
      const { gateway, reference } = await latest();
      await administer("decide", { gateway, reference, decision, ...(fault === undefined ? {} : { fault }) });
      await administer("deliver", {});
      return reference;
    },
  };
}
