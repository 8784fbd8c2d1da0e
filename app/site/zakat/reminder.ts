import { redirect } from "react-router";
import { dayOf } from "#domain/system/calendar.ts";
import { nextLunarYearEnd, readDay } from "#domain/zakat/hijri.ts";
import { reminderFile } from "#domain/zakat/reminder.ts";
import { languageOf, localAddress } from "#app/site/address.ts";
import { translatorIn } from "#app/messages/translator.tsx";
import type { Route } from "./+types/reminder";

/** A calendar file for the end of the lunar year. It uses only the date in the URL. */
export function loader({ request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const language = languageOf(pathname);
  const start = readDay(searchParams.get("date") ?? "");
  const now = new Date();
  const today = dayOf(now);
  if (!start || start > today) return redirect(localAddress(language, "/zakat#lunar-year"), 303);
  const t = translatorIn(language);
  const file = reminderFile({
    day: nextLunarYearEnd(start, today),
    madeAt: now,
    title: t("zakat.reminder.title"),
    text: t("zakat.reminder.text"),
  });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="zakat.ics"',
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
