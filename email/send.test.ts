import { createServer } from "node:net";
import { fundFrom } from "#domain/content/settings.ts";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Language } from "#domain/content/language.ts";
import { accountEmails, type Email } from "#domain/mail/messages.ts";
import { tzs } from "#domain/money/money.ts";
import { listeningMailServer, readEmail, refusal, type MailServer } from "#tests/support/mail/server.ts";
import { needsTls, openMailer } from "./send.ts";
import { writeEmail } from "./compose.ts";

let server: MailServer;
let mailer: ReturnType<typeof openMailer>;

const from = { name: "University Community Fund", address: "fund@fund.example" };
const place = { origin: "https://fund.example", pretended: false };

beforeAll(async () => {
  server = await listeningMailServer();
  mailer = openMailer(server.url, from, place);
});

beforeEach(() => {
  server.received.length = 0;
  server.manners.onRecipient = () => null;
});

afterAll(async () => {
  mailer?.close();
  await server?.close();
});

function receiptFor(language: Language, changes: Partial<Email> = {}): Email {
  return {
    id: 7n,
    recipient: "asha@donors.example",
    language,
    writtenAt: new Date("2026-11-21T11:05:00Z"),
    fund: fundFrom({
      name: { en: "University Community Fund", sw: "Mfuko wa Jumuiya ya Chuo" },
      tagline: { en: "Give once", sw: null },
    }),
    contact: { phones: ["+255 22 211 1111"], emails: ["help@fund.example"] },
    message: {
      kind: "receipt",
      number: 41n,
      reference: "0289999288",
      donor: "Asha <Juma>",
      campaign: { en: "Zakat & students", sw: "Zaka kwa wanafunzi" },
      amount: tzs(100_000),
      fee: tzs(3_500),
      requested: null,
      refunded: null,
      method: "card",
      paidAt: new Date("2026-11-21T21:30:00Z"),
      address: "/donations/zakat_1795259100000?key=s3cret",
    },
    ...changes,
  };
}

const expected = {
  en: {
    subject: "Your receipt for your donation to Zakat & students",
    address: "https://fund.example/donations/zakat_1795259100000?key=s3cret",
    facts: [
      ["Receipt number", "41"],
      ["Reference", "0289999288"],
      ["Campaign", "Zakat & students"],
      ["Date", /22 November 2026.*00:30 EAT/],
      ["Payment method", "Card"],
      ["Donation", /TSh\s100,000/],
      ["Processing fee", /TSh\s3,500/],
      ["Total paid", /TSh\s103,500/],
    ],
  },
  sw: {
    subject: "Risiti ya mchango wako: Zaka kwa wanafunzi",
    address: "https://fund.example/sw/donations/zakat_1795259100000?key=s3cret",
    facts: [
      ["Namba ya risiti", "41"],
      ["Namba ya kumbukumbu", "0289999288"],
      ["Kampeni", "Zaka kwa wanafunzi"],
      ["Tarehe", /22 Novemba 2026.*00:30 \(saa za Afrika Mashariki\)/],
      ["Njia ya malipo", "Kadi"],
      ["Mchango", /TSh\s100,000/],
      ["Ada ya muamala", /TSh\s3,500/],
      ["Jumla iliyolipwa", /TSh\s103,500/],
    ],
  },
} as const;

test.each(["en", "sw"] as const)("a receipt says the same as text and as HTML (%s)", async (language) => {
  expect(await mailer.send(receiptFor(language))).toEqual({ kind: "sent" });
  const [email] = server.received;
  const { header, text, html } = readEmail(email?.raw ?? "");
  const { subject, address, facts } = expected[language];

  expect(email?.recipients).toEqual(["asha@donors.example"]);
  expect(header("To")).toBe("asha@donors.example");
  expect(header("From")).toBe("University Community Fund <fund@fund.example>");
  expect(header("Subject")).toBe(subject);
  expect(header("Message-ID")).toBe("<7.1795259100000@fund.example>");
  expect(header("Auto-Submitted")).toBe("auto-generated");
  for (const body of [linesOf(text), linesOf(asRead(html))]) {
    for (const [label, value] of facts) {
      const line = body.find((each) => each.startsWith(label) && !each.startsWith(`${label} `)) ?? "";
      expect(line, label).toMatch(value);
    }
    expect(body.some((line) => line.includes("Asha <Juma>"))).toBe(true);
    expect(body.some((line) => line.includes(address))).toBe(true);
    expect(body.some((line) => line.includes("help@fund.example, +255 22 211 1111"))).toBe(true);
  }
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(`href="${address}"`);
  expect(html).toContain("prefers-color-scheme: dark");
  expect(html).not.toMatch(/<img|url\(|src=|<link|<Juma>/);
  expect(Buffer.byteLength(email?.raw ?? "")).toBeLessThan(20_000);
});

test.each([
  ["en", /You chose to pay TSh\s10,000, and TSh\s1,000 arrived/],
  ["sw", /Ulichagua kulipa TSh\s10,000, na kiasi kilichofika ni TSh\s1,000/],
] as const)("a receipt names both amounts if another amount arrived (%s)", (language, words) => {
  const email = receiptFor(language);
  if (email.message.kind !== "receipt") throw new Error("not a receipt");
  const amounts = { amount: tzs(1_000), fee: tzs(0), requested: tzs(10_000) };
  const { text, html } = writeEmail({ ...email, message: { ...email.message, ...amounts } }, place);
  for (const written of [text, html]) expect(written).toMatch(words);
});

test("a receipt without a fee shows the total alone; test payments are named", async () => {
  const trial = openMailer(server.url, from, { ...place, pretended: true });
  const email = receiptFor("en");
  if (email.message.kind !== "receipt") throw new Error("not a receipt");
  await trial.send({ ...email, message: { ...email.message, fee: tzs(0), donor: null } });
  trial.close();
  const { text, html } = readEmail(server.received[0]?.raw ?? "");
  expect(text).not.toMatch(/fee/);
  expect(text).toMatch(/Total paid: TSh\s100,000/);
  expect(text).toContain("Assalamu alaikum,");
  for (const body of [text, html]) expect(body).toContain("you have not been charged");
});

test("a bank donation has its day of arrival and no provider reference", async () => {
  const email = receiptFor("en");
  if (email.message.kind !== "receipt") throw new Error("not a receipt");
  await mailer.send({
    ...email,
    message: { ...email.message, method: "bank", reference: "SLIP 77" },
  });
  const { text } = readEmail(server.received.at(-1)?.raw ?? "");
  expect(text).toContain("Date: 22 November 2026\n");
  expect(text).toContain("Payment reference: SLIP 77");
  expect(text).not.toMatch(/EAT|provider/);
});

test.each(accountEmails)("%s links to its page", async (kind) => {
  for (const language of ["en", "sw"] as const)
    await mailer.send(receiptFor(language, { message: { kind, address: "/account/confirm?token=abc" } }));
  const [english, kiswahili] = server.received.map(({ raw }) => readEmail(raw));
  expect(english?.text).toContain("https://fund.example/account/confirm?token=abc");
  expect(kiswahili?.text).toContain("https://fund.example/sw/account/confirm?token=abc");
  expect(english?.header("Subject")).not.toBe(kiswahili?.header("Subject"));
});

test.each([
  ["smtp://mail.fund.example:587", true],
  ["smtps://mail.fund.example", true],
  ["smtp://192.168.1.4", true],
  ["smtp://localhost.fund.example", true],
  ["smtp://127.0.0.1:25", false],
  ["smtp://localhost:25", false],
  ["smtp://[::1]:25", false],
])("a mail server elsewhere must offer TLS: %s", (url, needed) => {
  expect(needsTls(url)).toBe(needed);
});

const breaks = ["\r\n", "\n", "\r", "\u2028", "\0", ",", ";", " ", "%0d%0a", "\u0085"];
const additions = [
  ...["Bcc", "Cc", "To", "Reply-To", "Subject", "Content-Type", "X-Anything"].map(
    (name) => `${name}: victim@other.example`,
  ),
  ...["RCPT TO:<victim@other.example>", "DATA", ".", "QUIT"].map((command) => `\r\n${command}`),
  "victim@other.example",
  "<victim@other.example>",
  "<victim@other.example>,",
  "(victim@other.example)",
  "group:victim@other.example;",
  "=?utf-8?Q?victim=40other.example?=",
  "@relay.example:victim@other.example",
  "victim%other.example",
  "‮victim@other.example",
];
const hostile = breaks.flatMap((cut) =>
  additions.flatMap((more) => [
    `asha@donors.example${cut}${more}`,
    `${more}${cut}asha@donors.example`,
    `"asha${cut}${more}"@donors.example`,
    `asha@donors.example${cut}${more}@donors.example`,
    `Asha${cut}${more} <asha@donors.example>`,
  ]),
);

test("no hostile address reaches a second recipient or another header", async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(1_000);
  const plain = await headerNames(receiptFor("en"));
  for (const recipient of hostile) {
    const { kind } = await mailer.send(receiptFor("en", { recipient }));
    // A local part with `%0d%0a` becomes an odd but single address.
    if (kind === "sent") expect(recipient).toMatch(/^[^\s@]+@[a-z.]+$/);
    else expect(kind).toBe("refused");
  }
  for (const { recipients, raw } of server.received) {
    expect(recipients).toHaveLength(1);
    expect(readEmail(raw).names).toEqual(plain);
  }
});

test("text from people adds no header and no HTML", async () => {
  const plain = await headerNames(receiptFor("en"));
  for (const cut of breaks) {
    const text = `Students${cut}Bcc: victim@other.example${cut}<script>alert(1)</script>`;
    const email = receiptFor("en", {
      fund: fundFrom({ name: { en: text, sw: null }, tagline: { en: "Give once", sw: null } }),
    });
    if (email.message.kind !== "receipt") throw new Error("not a receipt");
    await mailer.send({
      ...email,
      message: { ...email.message, donor: text, campaign: { en: text, sw: null } },
    });
  }
  expect(server.received).toHaveLength(breaks.length + 1);
  for (const { recipients, raw } of server.received.slice(1)) {
    const { names, html } = readEmail(raw);
    expect(recipients).toEqual(["asha@donors.example"]);
    expect(names).toEqual(plain);
    expect(html).not.toContain("<script");
  }
});

test("the server's answer decides whether an email is retried", async () => {
  server.manners.onRecipient = () => refusal(550, "no such user");
  expect(await mailer.send(receiptFor("en"))).toMatchObject({ kind: "refused" });
  server.manners.onRecipient = () => refusal(451, "greylisted");
  expect(await mailer.send(receiptFor("en"))).toMatchObject({ kind: "later" });
  server.manners.onRecipient = () => refusal(421, "going down");
  expect(await mailer.send(receiptFor("en"))).toMatchObject({ kind: "unreachable" });
  expect(server.received).toEqual([]);
});

test("a missing or disconnecting server is unreachable, and nothing is refused", async () => {
  const silent = createServer((socket) => socket.destroy());
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const cut = openMailer(`smtp://127.0.0.1:${port}`, from, place);
  expect(await cut.send(receiptFor("en"))).toMatchObject({ kind: "unreachable" });
  silent.close();
  await once(silent, "close");
  expect(await cut.send(receiptFor("en"))).toMatchObject({ kind: "unreachable" });
  cut.close();
});

async function headerNames(email: Email): Promise<string[]> {
  await mailer.send(email);
  return readEmail(server.received.at(-1)?.raw ?? "").names;
}

/** One line per row of a table, one line per paragraph. */
function asRead(html: string): string {
  const spaced = html
    .replace(/<style>[^]*?<\/style>/g, "")
    .replace(/<\/(p|tr|h1)>|<br>/g, "\n")
    .replace(/<\/th>/g, ": ");
  const plain = spaced.replace(/<[^>]+>/g, "");
  return plain.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "");
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const linesOf = (text: string) => text.split("\n").map((line) => line.trim());
