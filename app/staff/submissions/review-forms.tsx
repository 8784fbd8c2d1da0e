import { Form, useNavigation } from "react-router";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { currencies } from "#domain/money/money.ts";
import { defaultDurationInDays } from "#domain/campaigns/categories.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import type { FormErrors, Entered } from "#app/http/form.server.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { EnterSends } from "#app/ui/yes-meant.tsx";
import { checklist } from "./words.ts";

type Loaded = {
  version: number;
  lines: { field: string; label: string }[];
  proposed: { goal: string; currency: string; words: string };
};

type Props = { loaded: Loaded; errors: FormErrors; entered: Entered };

export function ReviewForms({ loaded, errors, entered }: Props) {
  const busy = useNavigation().state !== "idle";
  const isNote = errors.some(({ field }) => field === "note");
  const parts = { loaded, entered, busy, errorAt: finder(errors) };
  return (
    <div className="review-forms">
      {!isNote && <ErrorSummary title="There is a problem" errors={errors} />}
      <Approval {...parts} />
      <ChangeRequest {...parts} />
      <Rejection {...parts} />
      <DecisionFoot />
    </div>
  );
}

export function NoteForm({ version, errors, entered }: Omit<Props, "loaded"> & { version: number }) {
  const busy = useNavigation().state !== "idle";
  const error = finder(errors)("note");
  return (
    <Form method="post" className="staff-card form">
      <h2>Private note</h2>
      <input type="hidden" name="version" value={version} />
      <TextAreaField
        id="note"
        label="Note"
        hint="Only staff read it. Write no personal details of the people who benefit."
        error={error}
        defaultValue={error === undefined ? undefined : entered["note"]}
        rows={2}
        maxLength={2000}
      />
      <p className="staff-actions">
        <button className="button quiet" name="do" value="note" disabled={busy}>
          Add note
        </button>
      </p>
    </Form>
  );
}

/** On narrow screens the forms come after the whole submission. These links are in view, and open them. */
const DecisionFoot = () => (
  <div className="decision-foot" role="group" aria-label="Decision">
    <a className="button" href={`#check-${checklist[0].name}`}>
      Approve
    </a>
    <a className="button quiet" href="#ask-reason">
      Ask for changes
    </a>
    <a className="button quiet" href="#reason">
      Reject
    </a>
  </div>
);

const finder = (errors: FormErrors) => (field: string) =>
  errors.find((each) => each.field === field)?.message;

type PartProps = Omit<Props, "errors"> & {
  busy: boolean;
  errorAt: (field: string) => string | undefined;
};

function Approval({ loaded, entered, busy, errorAt }: PartProps) {
  return (
    <Form method="post" className="staff-card form staff-form" id="approval" noValidate>
      <details className="verdict" open={entered["do"] === "approve"}>
        <summary>
          <h2 id="decision">Approve</h2>
        </summary>
        <div className="form">
          <input type="hidden" name="version" value={loaded.version} />
          <input type="hidden" name="do" value="approve" />
          <EnterSends />
          {checklist.map(({ name, label }) => (
            <Point key={name} id={`check-${name}`} {...{ label, entered }} error={errorAt(`check-${name}`)} />
          ))}
          <Terms {...{ loaded, entered, errorAt }} />
          <p className="staff-actions">
            <button className="button" disabled={busy}>
              Approve campaign
            </button>
          </p>
        </div>
      </details>
    </Form>
  );
}

function Terms({ loaded, entered, errorAt }: Omit<PartProps, "busy">) {
  const { goal, currency, words } = loaded.proposed;
  const isOurs = currencies.some((each) => each === currency);
  return (
    <>
      <p className="field-hint">
        {`The organizer proposed ${words}. The campaign starts today and ends after this many days.`}
        <span className={isOurs ? "on-other-currency" : undefined}>
          {" "}
          The budget is converted in proportion.
        </span>
      </p>
      <div className="approval-terms">
        <Field
          id="goal"
          label="Goal amount"
          error={errorAt("goal")}
          defaultValue={entered["goal"] ?? (isOurs ? withGroupMarks(goal) : "")}
          inputMode="decimal"
          after={
            <AskedAmount
              field="goal"
              error={errorAt("goal")}
              typed={entered["goal"]}
              currency={currencies.find((each) => each === entered["currency"]) ?? "TZS"}
            />
          }
        />
        <SelectField
          id="currency"
          label="Currency"
          defaultValue={entered["currency"] ?? (isOurs ? currency : "TZS")}
          options={currencies
            .toSorted((first) => (first === currency ? -1 : 1))
            .map((value) => ({ value, label: value }))}
        />
        <Field
          id="days"
          label="Days"
          error={errorAt("days")}
          defaultValue={entered["days"] ?? String(defaultDurationInDays)}
          inputMode="numeric"
          maxLength={3}
        />
      </div>
    </>
  );
}

type PointProps = { id: string; label: string; entered: Entered; error: string | undefined };

function Point({ id, label, entered, error }: PointProps) {
  return (
    <div className="field" data-wrong={error === undefined ? undefined : ""}>
      {error !== undefined && (
        // The summary shows it, and five more sentences would push the boxes out of view.
        <p className="visually-hidden" id={`${id}-error`}>
          {error}
        </p>
      )}
      <label className="check">
        <input
          {...{ id, name: id }}
          type="checkbox"
          value="yes"
          defaultChecked={entered[id] === "yes"}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <span>{label}</span>
      </label>
    </div>
  );
}

/** Reasons for single fields unfold, so that the page stays short. */
function ChangeRequest({ loaded, entered, busy, errorAt }: PartProps) {
  const isUsed = loaded.lines.some(({ field }) => (entered[`why-${field}`] ?? "") !== "");
  return (
    <Form method="post" className="staff-card form staff-form">
      <details className="verdict" open={entered["do"] === "ask"}>
        <summary>
          <h2>Ask for changes</h2>
        </summary>
        <div className="form">
          <input type="hidden" name="version" value={loaded.version} />
          <TextAreaField
            id="ask-reason"
            name="reason"
            label="What should the organizer change?"
            error={entered["do"] === "ask" ? errorAt("reason") : undefined}
            defaultValue={entered["reason"]}
            rows={2}
            maxLength={2000}
          />
          <details className="single-fields" open={isUsed}>
            <summary>Changes to single fields</summary>
            <div className="form">
              {loaded.lines.map(({ field, label }) => (
                <TextAreaField
                  key={field}
                  id={`why-${field}`}
                  label={`What to change: ${label}`}
                  defaultValue={entered[`why-${field}`]}
                  rows={1}
                  maxLength={1000}
                />
              ))}
            </div>
          </details>
          <p className="staff-actions">
            <button className="button quiet" name="do" value="ask" disabled={busy}>
              Ask for changes
            </button>
          </p>
        </div>
      </details>
    </Form>
  );
}

function Rejection({ loaded, entered, busy, errorAt }: PartProps) {
  return (
    <Form method="post" className="staff-card form staff-form">
      <details className="verdict" open={entered["do"] === "reject"}>
        <summary>
          <h2>Reject</h2>
        </summary>
        <div className="form">
          <input type="hidden" name="version" value={loaded.version} />
          <TextAreaField
            id="reason"
            label="Reason"
            hint="The organizer reads it."
            error={entered["do"] === "reject" ? errorAt("reason") : undefined}
            defaultValue={entered["do"] === "reject" ? entered["reason"] : undefined}
            rows={2}
            maxLength={2000}
          />
          <p className="staff-actions">
            <button className="button quiet" name="do" value="reject" disabled={busy}>
              Reject submission
            </button>
          </p>
        </div>
      </details>
    </Form>
  );
}
