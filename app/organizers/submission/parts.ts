import { inLanguage, type Language, type Translated } from "#domain/content/language.ts";
import type { FormErrors } from "#app/http/form.server.ts";

export type CampaignChoice = { id: string; title: Translated };

export type PartProps = { entered: Record<string, string>; errors: FormErrors };

export const errorAt = (errors: FormErrors, field: string) =>
  errors.find((each) => each.field === field)?.message;

export const choiceLabel = ({ title }: CampaignChoice, language: Language) =>
  inLanguage(title, language).text;
