type Props = {
  id: string;
  name: string;
  label: string;
  typed: string;
  hint?: string;
  unit?: string;
  /** Said at the field where what was typed is no number. */
  problem?: string | undefined;
};

/** Text, not a number field: people write 10,000 and 10000/=, and a wheel must not change what somebody owns. */
export function AmountField({ id, name, label, typed, hint, unit = "TSh", problem }: Props) {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className="amount-field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="amount-box">
        <span aria-hidden="true">{unit}</span>
        <input
          id={id}
          name={name}
          defaultValue={typed}
          inputMode={unit === "TSh" ? "numeric" : "decimal"}
          autoComplete="off"
          maxLength={60}
          aria-describedby={described || undefined}
        />
      </div>
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
