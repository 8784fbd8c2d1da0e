import { z } from "zod";
import { translatorIn } from "#app/messages/translator.tsx";
import type { Language } from "#domain/language.ts";

/** What the next page tells the visitor: the toast, which is a status line where no script runs. */
export const noticeShape = z.object({
  tone: z.enum(["success", "error", "info"]),
  title: z.string().max(200),
  text: z.string().max(500).optional(),
});
export type Notice = z.infer<typeof noticeShape>;

const cookie = "amana_notice";

export function noticeCookie(notice: Notice): string {
  const value = Buffer.from(JSON.stringify(notice)).toString("base64url");
  return `${cookie}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;
}

export function sessionMissing(language: Language): string {
  const t = translatorIn(language);
  return noticeCookie({ tone: "error", title: t("settings.error"), text: t("signIn.sessionMissing") });
}

export const forgottenNotice = `${cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export function readNotice(cookies: string | undefined): Notice | null {
  const value = cookies?.match(/(?:^|; )amana_notice=([\w-]{1,2000})/)?.[1];
  if (!value) return null;
  try {
    const read = noticeShape.safeParse(JSON.parse(Buffer.from(value, "base64url").toString()));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
