import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import type { FormErrors } from "#app/http/form.server.ts";

export type CampaignChoice = { id: string; title: Translated };

export type PartProps = { entered: Record<string, string>; errors: FormErrors };

export const errorAt = (errors: FormErrors, field: string) =>
  errors.find((each) => each.field === field)?.message;

/** The part of the form with the field. */
export function partOf(field: string): "about" | "money" | "people" | "pictures" {
  if (field.startsWith("picture")) return "pictures";
  if (field === "beneficiaries" || field === "relation") return "people";
  return /^(?:budget|surplus)/.test(field) ? "money" : "about";
}

export const choiceLabel = ({ title }: CampaignChoice, language: Language) =>
  inLanguage(title, language).text;
