import type { RouterContextProvider } from "react-router";
import { readSettings } from "#database/content/settings.ts";
import type { Language } from "#domain/content/language.ts";
import type { Message } from "#domain/mail/messages.ts";
import type { WrittenEmail } from "#email/frame.ts";
import { writeEmail } from "#email/compose.ts";
import { configContext, originContext, publicReads } from "#app/http/context.server.ts";

/** An email with today's texts and made-up content. */
export async function writeExample(
  context: Readonly<RouterContextProvider>,
  message: Message,
  language: Language,
): Promise<WrittenEmail> {
  const { fund, contact } = await readSettings(context.get(publicReads));
  const email = {
    id: 0n,
    recipient: "asha@example.org",
    language,
    writtenAt: new Date(),
    fund,
    contact,
    message,
  };
  const pretended = context.get(configContext).payments === "sandbox";
  return writeEmail(email, { origin: context.get(originContext), pretended });
}
