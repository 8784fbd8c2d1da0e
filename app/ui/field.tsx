import type { InputHTMLAttributes, ReactNode } from "react";

type FieldProps = {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Shown before the typed text, such as a currency. */
  before?: string;
  /** Shown under the box, such as the answer to the question of an error. */
  after?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "id">;

/** Connects label, hint and error to the input, so that no page can forget them. */
export function Field({ id, label, hint, error, before, after, ...input }: FieldProps) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <span className="field-box">
        {before && <span aria-hidden="true">{before}</span>}
        <input {...input} {...tied({ id, hint, error })} name={input.name ?? id} />
      </span>
      {after}
    </Labelled>
  );
}

type SelectProps = Pick<FieldProps, "id" | "label" | "hint" | "error"> & {
  name?: string;
  defaultValue?: string | undefined;
  options: { value: string; label: string }[];
};

export function SelectField({ id, label, hint, error, name = id, defaultValue, options }: SelectProps) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select {...tied({ id, hint, error })} name={name} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

type TextAreaProps = Pick<FieldProps, "id" | "label" | "hint" | "error"> & {
  name?: string;
  rows?: number;
  maxLength?: number;
  lang?: string;
  defaultValue?: string | undefined;
  /** Shown right above the box. */
  above?: ReactNode;
};

export function TextAreaField({ id, label, hint, error, name = id, above, ...area }: TextAreaProps) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      {above}
      <textarea {...area} {...tied({ id, hint, error })} name={name} />
    </Labelled>
  );
}

type Ties = { id: string; hint?: string | undefined; error?: string | undefined };

function Labelled({ id, label, hint, error, children }: Ties & { label: string; children: ReactNode }) {
  return (
    <div className="field" data-wrong={error === undefined ? undefined : ""}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

function tied({ id, hint, error }: Ties) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": error === undefined ? undefined : true,
  } as const;
}
