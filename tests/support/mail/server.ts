import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type Received = { recipients: string[]; raw: string };

type Manners = {
  /** The result, thrown or returned, answers RCPT TO for this address. */
  onRecipient?: (address: string) => Error | null;
  /** Called when an email was received, before the answer to its sender. */
  onEmail?: (email: Received) => Promise<void> | void;
};

/** A mail server on a free port that stores every email. */
export async function listeningMailServer(manners: Manners = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, answer) {
      answer(manners.onRecipient?.(address) ?? null);
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const email = { recipients, raw: Buffer.concat(chunks).toString() };
        received.push(email);
        Promise.resolve(manners.onEmail?.(email)).then(() => answer(), answer);
      });
    },
  });
  // A client that dies in the middle of an email closes its socket. Without a listener the error would end this
  // process.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    manners,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

export type MailServer = Awaited<ReturnType<typeof listeningMailServer>>;

/** A mail server's refusal. By RFC 5321 codes from 500 are permanent and codes from 400 temporary. */
export function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

/** The unfolded headers of an email, and both decoded bodies. */
export function readEmail(raw: string) {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const headers = head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const);
  const header = (name: string) => headers.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return {
    names: headers.map(([name]) => name),
    header: (name: string) => decodeWords(header(name)[0]?.[1] ?? ""),
    text: bodyOf(raw, "text/plain").replaceAll("\r\n", "\n"),
    html: bodyOf(raw, "text/html").replaceAll("\r\n", "\n"),
  };
}

function bodyOf(raw: string, type: string): string {
  // Two dashes alone are not enough: a folded random key in a URL can begin a line with them.
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(raw)?.[1];
  const parts = boundary === undefined ? [raw] : raw.split(`\r\n--${boundary}`);
  const part = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  const encoded = /Content-Transfer-Encoding: ([\w-]+)/i.exec(part)?.[1]?.toLowerCase();
  if (encoded === "base64") return Buffer.from(body, "base64").toString();
  return encoded === "quoted-printable" ? fromQuotedPrintable(body) : body;
}

function fromQuotedPrintable(text: string): string {
  const joined = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(joined, "latin1").toString("utf8");
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?Q\?([^?]*)\?=/gi, (_, word: string) => fromQuotedPrintable(word.replaceAll("_", " ")))
    .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, "base64").toString());
}
