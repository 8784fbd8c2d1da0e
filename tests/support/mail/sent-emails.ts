import { afterAll } from "vitest";
import { openMailer } from "#email/send.ts";
import { sendMail } from "#operations/mail/send-due.ts";
import { listeningMailServer, readEmail } from "./server.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import type { Site } from "#tests/support/server/site.ts";

/** Sends the waiting emails and returns those received since the last call. */
export async function mailbox(site: Pick<Site, "url" | "db">) {
  const server = await listeningMailServer();
  const from = { name: "Fund", address: "fund@fund.example" };
  const mailer = openMailer(server.url, from, { origin: site.url, pretended: false });
  const { db } = site;
  afterAll(async () => {
    mailer.close();
    await server.close();
  });
  /** Under the hourly limit. */
  const sendDue = async () => {
    await sendMail(db, mailer, seal);
    return server.received.splice(0).map(({ recipients, raw }) => {
      const { header, text } = readEmail(raw);
      const address = text.split("\n").find((line) => line.startsWith(site.url)) ?? "";
      return {
        to: recipients.join(),
        subject: header("Subject"),
        text,
        path: address.slice(site.url.length),
      };
    });
  };
  return {
    sendDue,
    async empty() {
      // Tests send more emails to one address than the hourly limit allows.
      await db.updateTable("outbox").set({ tried_at: null }).execute();
      return sendDue();
    },
  };
}
