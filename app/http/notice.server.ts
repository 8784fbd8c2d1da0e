import { z } from "zod";
import { translatorIn } from "#app/messages/translator.tsx";
import type { Language } from "#domain/content/language.ts";
import { noticeCookieName } from "./cookies.ts";

const longestTitle = 200;
const longestText = 500;

/** Shown on the visitor's next page: a toast, or a status line without script. */
const noticeShape = z.object({
  tone: z.enum(["success", "error", "info"]),
  title: z.string().max(longestTitle),
  text: z.string().max(longestText).optional(),
  /** The fields that the Undo button of a staff toast sends. */
  undo: z
    .object({
      to: z.string().regex(/^\/admin\/[a-z/-]{1,80}$/),
      sent: z.record(z.string().max(20), z.string().max(100)),
    })
    .optional(),
});
export type Notice = z.infer<typeof noticeShape>;

export function noticeCookie({ title, text, ...rest }: Notice): string {
  const notice: Notice = {
    ...rest,
    title: shortened(title, longestTitle),
    ...(text !== undefined && { text: shortened(text, longestText) }),
  };
  const value = Buffer.from(JSON.stringify(notice)).toString("base64url");
  return `${noticeCookieName}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;
}

/** The last letter may be half of a pair. */
const shortened = (words: string, most: number) =>
  words.length <= most ? words : `${words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

export function sessionMissing(language: Language): string {
  const t = translatorIn(language);
  return noticeCookie({ tone: "error", title: t("settings.error"), text: t("signIn.sessionMissing") });
}

export const forgottenNotice = `${noticeCookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export function readNotice(cookies: ReadonlyMap<string, string>): Notice | null {
  const value = cookies.get(noticeCookieName) ?? "";
  // Browsers keep a cookie of at most 4,096 bytes.
  if (!/^[\w-]{1,4000}$/.test(value)) return null;
  try {
    const read = noticeShape.safeParse(JSON.parse(Buffer.from(value, "base64url").toString()));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
