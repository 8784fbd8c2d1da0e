import type { ReactNode } from "react";

type ChoicesProps = {
  legend: string;
  hint?: string;
  name: string;
  chosen: string | undefined;
  error?: string | undefined;
  look?: "tiles" | "stacked" | "in-three";
  options: { value: string; label: ReactNode; hint?: string }[];
};

/** Radio buttons as tiles. The first one has the id of the group, because the error summary links to it. */
export function Choices({ legend, hint, name, chosen, error, look = "tiles", options }: ChoicesProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      className={look === "tiles" ? "choices" : `choices ${look}`}
      data-wrong={error === undefined ? undefined : ""}
      aria-describedby={described || undefined}
    >
      <legend>{legend}</legend>
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <div className="choice-tiles">
        {options.map((option, at) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              id={at === 0 ? name : `${name}-${option.value}`}
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
