import { createTransport } from "nodemailer";
import { isEmail } from "#domain/donations/read-donor.ts";
import {
  emailsAtOnce,
  longestDelivery,
  longestSilence,
  type Delivery,
  type Email,
  type Mailer,
} from "#domain/mail/messages.ts";
import { writeEmail, type Place } from "./compose.ts";

export type Sender = { name: string; address: string };

const timeLimits = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: longestSilence,
};

export function openMailer(smtpUrl: string, from: Sender, place: Place): Mailer & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    requireTLS: needsTls(smtpUrl),
    maxConnections: emailsAtOnce,
    // If the connection broke, the result is unknown. The outbox decides the time of the retry.
    maxRequeues: 0,
    ...timeLimits,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf("@") + 1);

  return {
    async send(email) {
      if (!isEmail(email.recipient)) return { kind: "refused", reason: "not an email address" };
      const { subject, text, html } = writeEmail(email, place);
      const { message } = email;
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: email.recipient },
          envelope: { from: from.address, to: [email.recipient] },
          messageId: messageId(email, domain),
          subject,
          text,
          html,
          headers: {
            "Auto-Submitted": "auto-generated",
            "Content-Language": email.language,
            // RFC 8058: mail programs show a button that needs no sign-in and no second step.
            ...(message.kind === "campaign-update" && {
              "List-Unsubscribe": `<${place.origin}${message.oneClick}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
          signal: AbortSignal.timeout(longestDelivery),
        });
        return { kind: "sent" };
      } catch (error) {
        return deliveryOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and signs in without sending. Null if that works, or else the server's answer. */
export async function tryMailServer(smtpUrl: string): Promise<string | null> {
  const transport = createTransport({ url: smtpUrl, requireTLS: needsTls(smtpUrl), ...timeLimits });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}

/** An email can contain a sign-in link, so it is sent encrypted or not at all. */
export function needsTls(smtpUrl: string): boolean {
  return !["localhost", "127.0.0.1", "[::1]"].includes(new URL(smtpUrl).hostname);
}

function messageId({ id, writtenAt }: Email, domain: string): string {
  return `<${id}.${writtenAt.getTime()}@${domain}>`;
}

function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  const {
    code,
    responseCode,
    command,
  }: Error & { code?: unknown; responseCode?: unknown; command?: unknown } = error;
  const reason = error.message.slice(0, 500);
  const aboutEmail = command === "RCPT TO" || command === "DATA";
  if (typeof responseCode === "number" && aboutEmail && responseCode !== serviceCloses)
    return responseCode >= 500
      ? { kind: "refused", reason }
      : { kind: "later", reason, mayHaveArrived: false };
  if (code === "EMESSAGE") return { kind: "later", reason, mayHaveArrived: false };
  if (code === "EABORT") return { kind: "later", reason, mayHaveArrived: true };
  // A connection that was never made, or was refused, delivered nothing.
  return { kind: "unreachable", reason, mayHaveArrived: !beforeDelivery.includes(String(code)) };
}

const beforeDelivery = ["EDNS", "ETLS", "EAUTH", "ECONNECTION", "ECONNREFUSED"];

/** RFC 5321: a server that is shutting down can reply this to any command. */
const serviceCloses = 421;
