import type { CalculatorWords } from "./words.ts";

type TickProps = { id: string; name: string; value: string; label: string; hint: string; on: boolean };

export function Tick({ id, name, value, label, hint, on }: TickProps) {
  return (
    <div className="tick">
      <input
        id={`${id}-${name}`}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={on}
        aria-describedby={`${id}-${name}-hint`}
      />
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <p className="field-hint" id={`${id}-${name}-hint`}>
        {hint}
      </p>
    </div>
  );
}

type FeeTickProps = { id: string; words: CalculatorWords; on: boolean };

export function FeeTick({ id, words, on }: FeeTickProps) {
  return (
    <>
      <input type="hidden" name="fee" value="no" />
      <Tick id={id} name="fee" value="yes" label={words.fee} hint={words.feeHint} on={on} />
    </>
  );
}

/** The form always sends "no" and, while the box is ticked, also "yes". A first visit sends neither. */
export const addsFee = (query: URLSearchParams): boolean =>
  query.getAll("fee").includes("yes") || !query.has("fee");
