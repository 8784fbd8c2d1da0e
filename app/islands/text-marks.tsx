import { useText } from "#app/messages/translator.tsx";
import { MarkButtons } from "#app/ui/marks/mark-buttons.tsx";
import { Island } from "./island.tsx";

type Props = {
  /** The id of the text field. */
  field: string;
  /** The label of the text field. */
  label: string;
};

/** Above a long text. Without script, only the folded help is there. */
export function TextMarks({ field, label }: Props) {
  const t = useText();
  const buttons = (["bold", "italic", "list"] as const).map((mark) => ({
    mark,
    label: t(`marks.${mark}`),
    example: t("marks.example"),
  }));
  return (
    <>
      <Island
        name="marks"
        of={MarkButtons}
        props={{ field, label: t("marks.label", { field: label }), buttons }}
        plain
        now
      />
      <details className="folded-line">
        <summary>{t("marks.help")}</summary>
        <p className="field-hint">{t("marks.helpText")}</p>
      </details>
    </>
  );
}
