import { stillStudying } from "#domain/donations/read-donor.ts";
import type { Translator } from "#app/messages/translator.tsx";

export function donorLine(t: Translator, name: string | null, graduationYear: string | null): string {
  if (name === null) return t("giving.check.anonymous");
  if (graduationYear === null) return name;
  const year = graduationYear === stillStudying ? t("giving.check.stillStudying") : graduationYear;
  return t("giving.check.alumnus", { name, year });
}
