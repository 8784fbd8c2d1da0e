import { addDays, type Day } from "#domain/system/calendar.ts";

type Reminder = { day: Day; madeAt: Date; title: string; text: string };

/** A calendar file (RFC 5545) for one whole day, with alarms 15 days and 1 day before. A pure function. */
export function reminderFile({ day, madeAt, title, text }: Reminder): string {
  const alarm = (trigger: string) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:${trigger}`,
    "END:VALARM",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Amana//Zakat//EN",
    "BEGIN:VEVENT",
    `UID:zakat-${day}@amana`,
    `DTSTAMP:${moment(madeAt)}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    "TRANSP:TRANSPARENT",
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    ...alarm("-P15D"),
    ...alarm("-P1D"),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.flatMap(folded).join("\r\n") + "\r\n";
}

const compact = (day: Day) => day.replaceAll("-", "");

const moment = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

/** A line can have 75 bytes. The continuation begins with a space. */
function folded(line: string): string[] {
  const lines: string[] = [];
  let current = "";
  let size = 0;
  for (const email of line) {
    const bytes = new TextEncoder().encode(email).length;
    if (size + bytes > 75) {
      lines.push(current);
      current = " ";
      size = 1;
    }
    current += email;
    size += bytes;
  }
  return [...lines, current];
}
