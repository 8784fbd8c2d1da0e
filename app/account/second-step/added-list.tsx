import type { Language } from "#domain/content/language.ts";
import { useText } from "#app/messages/translator.tsx";
import type { AddedSecondStep } from "#database/accounts/second-step.ts";
import { momentIn } from "#app/account/moment.ts";

export type WrittenSecondStep = { name: string | null; at: string };

export const writtenIn = (language: Language, added: AddedSecondStep[]): WrittenSecondStep[] =>
  added.map(({ name, at }) => ({ name, at: momentIn(language, at) }));

/** With their dates, so that the owner of an account recognises them. */
export function SecondSteps({ added }: { added: WrittenSecondStep[] }) {
  const t = useText();
  return (
    <ul>
      {added.map(({ name, at }) => (
        <li key={`${name} ${at}`}>
          {name === null ? t("reset.codes", { at }) : t("reset.passkey", { name, at })}
        </li>
      ))}
    </ul>
  );
}
