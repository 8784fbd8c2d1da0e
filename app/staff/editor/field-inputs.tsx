import { joined, valueAt, type Draft } from "#domain/content/draft.ts";
import type { Field as FieldOf, GroupField, LineField, ListField } from "#domain/content/field.ts";
import { currencies } from "#domain/money/money.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { PictureField } from "#app/staff/picture-field.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { MarkButtons, type MarkButton } from "#app/ui/marks/mark-buttons.tsx";
import { pictureOf } from "./picture-of.ts";
import { countName } from "./fields.ts";

/** The place of a group on the page. */
export const groupId = ({ label }: GroupField) => `group-${label.toLowerCase().replaceAll(/\W+/g, "-")}`;

type Form = { draft: Draft; errors: { field: string; message: string }[]; at?: string };

export function FieldInputs({ fields, ...form }: Form & { fields: FieldOf[] }) {
  return fields.map((field) =>
    field.kind === "group" && field.isFolded ? (
      <FoldedGroup key={field.label} field={field} form={form} />
    ) : field.kind === "group" ? (
      <fieldset className="editor-group" id={groupId(field)} key={field.label}>
        <legend>{field.label}</legend>
        {field.hint && <p className="field-hint">{field.hint}</p>}
        <FieldInputs {...form} fields={field.fields} at={joined(form.at ?? "", field.name ?? "")} />
        {field.sum && <p className="editor-group-sum">{field.sum}</p>}
      </fieldset>
    ) : (
      <FieldInput key={field.name} field={field} {...form} />
    ),
  );
}

/** A refused save opens it at the field at fault. */
function FoldedGroup({ field: { label, hint, name = "", fields }, form }: { field: GroupField; form: Form }) {
  const at = joined(form.at ?? "", name);
  return (
    <details className="editor-group" open={form.errors.some(({ field }) => field.startsWith(`${at}.`))}>
      <summary>{label}</summary>
      {hint && <p className="field-hint">{hint}</p>}
      <FieldInputs {...form} fields={fields} at={at} />
    </details>
  );
}

function FieldInput({ field, ...form }: Form & { field: Exclude<FieldOf, GroupField> }) {
  const path = joined(form.at ?? "", field.name);
  const error = errorAt(form, path);
  const typed = textAt(form, path);
  const common = { id: path, label: field.label, hint: field.hint, error };
  switch (field.kind) {
    case "line":
      return field.onlyWithout ? (
        <div className="editor-own-text">
          <Field
            {...common}
            defaultValue={typed === field.onlyWithout.word && !error ? "" : typed}
            autoComplete="off"
          />
        </div>
      ) : (
        <Line field={field} path={path} form={form} />
      );
    case "text":
      return <TextAreaField {...common} rows={field.rows} defaultValue={typed} />;
    case "written":
      return <Written field={field} path={path} form={form} />;
    case "choice":
      return <SelectField {...common} defaultValue={typed} options={offered(field, typed)} />;
    case "switch":
      return <Switch {...common} isOn={typed === "yes"} />;
    case "picture":
      return (
        <PictureField
          name={path}
          label={field.label}
          picture={pictureOf(valueAt(form.draft, path))}
          error={error}
          altError={errorAt(form, `${path}.alt.en`)}
        />
      );
    case "list":
      return <List field={field} path={path} form={form} />;
  }
}

function Line({ field, path, form }: { field: LineField; path: string; form: Form }) {
  const error = errorAt(form, path);
  const typed = textAt(form, path);
  return (
    <Field
      id={path}
      label={field.label}
      hint={field.hint}
      error={error}
      type={field.type ?? "text"}
      defaultValue={field.amount ? withGroupMarks(typed) : typed}
      inputMode={field.digits ? "numeric" : undefined}
      autoComplete="off"
      after={
        field.amount && (
          <AskedAmount
            field={path}
            error={error}
            typed={typed}
            currency={currencies.find((each) => each === textAt(form, "currency")) ?? "TZS"}
          />
        )
      }
    />
  );
}

/** Without an empty option, the browser would silently choose the first one. */
function offered({ options, kept = [] }: Extract<FieldOf, { kind: "choice" }>, chosen: string) {
  if (chosen === "" && !options.some(({ value }) => value === ""))
    return [{ value: "", label: "Please choose" }, ...options];
  return [...options, ...kept.filter(({ value }) => value === chosen)];
}

type WrittenProps = { field: Extract<FieldOf, { kind: "written" }>; path: string; form: Form };

const markButtons: MarkButton[] = [
  { mark: "bold", label: "Bold", sign: "B", example: "bold text" },
  { mark: "heading", label: "Heading", sign: "H" },
  { mark: "link", label: "Link", sign: "Link", example: "words of the link" },
];

const languages = [
  ["en", "English"],
  ["sw", "Kiswahili"],
] as const;

function Written({ field, path, form }: WrittenProps) {
  return (
    <fieldset className="editor-written">
      <legend>{field.label}</legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      <div className="editor-languages">
        {languages.map(([language, label]) => {
          const id = joined(path, language);
          const common = {
            id,
            label,
            error: errorAt(form, id),
            defaultValue: textAt(form, id),
            lang: language,
          };
          return field.rows === undefined ? (
            <Field key={language} {...common} autoComplete="off" />
          ) : (
            <TextAreaField
              key={language}
              {...common}
              rows={field.rows}
              above={
                field.marked && <MarkButtons field={id} label={`Marks for ${label}`} buttons={markButtons} />
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}

type SwitchProps = { id: string; label: string; hint: string | undefined; isOn: boolean };

function Switch({ id, label, hint, isOn }: SwitchProps) {
  return (
    <div className="editor-switch">
      <label className="check">
        <input type="checkbox" id={id} name={id} value="yes" defaultChecked={isOn} />
        <span>{label}</span>
      </label>
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  );
}

/** Without script, the buttons post the form and the server returns the changed list. */
function List({ field, path, form }: { field: ListField; path: string; form: Form }) {
  const items = valueAt(form.draft, path);
  const places = Array.isArray(items) ? items.map((_, place) => place) : [];
  const error = errorAt(form, path);
  const mayGrow = field.most > field.fewest;
  return (
    <fieldset className="editor-list" data-list={path} id={path} tabIndex={-1} data-wrong={error && ""}>
      <legend>{field.label}</legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      {error && <p className="field-error">{error}</p>}
      <input type="hidden" name={countName(path)} value={places.length} readOnly />
      {places.map((place) => {
        const name = `${field.one} ${place + 1}`;
        return (
          <div className="editor-item" role="group" aria-label={name} tabIndex={-1} data-item="" key={place}>
            <div className="editor-item-head">
              <p>{name}</p>
              <ListButton intent={`up:${path}.${place}`} label={`Move ${name} up`} disabled={place === 0}>
                ↑
              </ListButton>
              <ListButton
                intent={`down:${path}.${place}`}
                label={`Move ${name} down`}
                disabled={place === places.length - 1}
              >
                ↓
              </ListButton>
              {mayGrow && (
                <ListButton
                  intent={`remove:${path}.${place}`}
                  label={`Remove ${name}`}
                  disabled={places.length <= field.fewest}
                >
                  ×
                </ListButton>
              )}
            </div>
            <FieldInputs {...form} fields={field.fields} at={joined(path, place)} />
          </div>
        );
      })}
      {mayGrow && (
        <button
          className="button quiet small"
          type="submit"
          name="intent"
          value={`add:${path}`}
          data-add=""
          disabled={places.length >= field.most}
        >
          {`Add ${field.one.toLowerCase()}`}
        </button>
      )}
    </fieldset>
  );
}

type ListButtonProps = { intent: string; label: string; disabled: boolean; children: string };

function ListButton({ intent, label, disabled, children }: ListButtonProps) {
  return (
    <button
      className="icon-button"
      type="submit"
      name="intent"
      value={intent}
      aria-label={label}
      title={label}
      disabled={disabled}
    >
      {children}
    </button>
  );
}

function textAt({ draft }: Form, path: string): string {
  const value = valueAt(draft, path);
  return typeof value === "string" ? value : "";
}

const errorAt = ({ errors }: Form, path: string) => errors.find(({ field }) => field === path)?.message;
