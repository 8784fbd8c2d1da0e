import type { Translator } from "#app/messages/translator.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";

export type SecondStepProps = {
  address: string;
  fault: { title: string; message: string } | null;
  words: Record<"code" | "codeHint" | "text" | "button" | "busy" | "success", string>;
};

export function SecondStepForm({ address, fault, words }: SecondStepProps) {
  return (
    <form className="panel form" method="post" action={address} noValidate>
      {fault && <ErrorSummary title={fault.title} errors={[{ field: "code", message: fault.message }]} />}
      <p>{words.text}</p>
      <Field
        id="code"
        label={words.code}
        hint={words.codeHint}
        error={fault?.message}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
      />
      <button className="button wide" type="submit">
        {words.button}
      </button>
    </form>
  );
}

export const secondStepWords = (t: Translator): SecondStepProps["words"] => ({
  text: t("secondStep.text"),
  code: t("secondStep.code"),
  codeHint: t("secondStep.codeHint"),
  button: t("secondStep.button"),
  busy: t("signIn.busy"),
  success: t("signIn.success"),
});
