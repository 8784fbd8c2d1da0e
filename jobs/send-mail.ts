import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import type { Seal } from "#domain/system/seal.ts";
import { emailsAtOnce, type Mailer } from "#domain/mail/messages.ts";
import { sendMail } from "#operations/mail/send-due.ts";
import type { Job } from "./job.ts";

export function sendMailJob(db: Reads, mailer: Mailer | null, seal: Seal, log: Logger): Job {
  return {
    name: "send-mail",
    due: "* * * * *",
    wokenBy: "outbox",
    async work(stop) {
      const sent = await sendMail(db, mailer, seal, { atOnce: emailsAtOnce, stop });
      if (sent.unreachable > 0) log.warn(sent, "mail server unreachable, emails wait");
      else if (Object.values(sent).some((count) => count > 0)) log.info(sent, "emails processed");
      return sent;
    },
  };
}
