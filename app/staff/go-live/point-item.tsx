import { Form, Link, useNavigation } from "react-router";
import { points, type Part } from "#domain/go-live/points.ts";
import type { ListedPoint } from "#operations/go-live/read-checklist.ts";
import { Moment } from "#app/staff/values.tsx";
import { Field } from "#app/ui/field.tsx";
import { Step } from "./step.tsx";
import { placeOf, stateWords } from "./words.ts";

type Wrong = { message: string; checkedBy: string };
type Props = ListedPoint & { mayConfirm: boolean; wrong: Wrong | null; isNext: boolean };

export function PointItem({ name, state, fingerprint, mayConfirm, wrong, isNext }: Props) {
  const { title, expert, why } = points[name];
  const parts: readonly Part[] = points[name].parts;
  return (
    <Step
      id={`point-${name}`}
      title={title}
      state={stateWords[state.kind]}
      isDone={state.kind === "confirmed"}
      isUnfolded={isNext || wrong !== null}
    >
      <p>{why}</p>
      <p className="go-live-expert">{expert} checks it.</p>
      {(state.kind === "confirmed" || state.kind === "changed") && (
        <p>
          Checked by {state.checkedBy}. Confirmed by {state.by}, <Moment at={state.at} />.
          {state.kind === "changed" && " The content has changed since then."}
        </p>
      )}
      {parts.length > 0 && (
        <ul className="go-live-places">
          {parts.map(placeOf).map(({ label, address }) => (
            <li key={address}>
              <Link to={address}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      {mayConfirm && state.kind === "confirmed" && (
        <Undo name={name} title={title} seen={state.fingerprint} />
      )}
      {mayConfirm && state.kind !== "confirmed" && fingerprint !== null && (
        <ConfirmForm name={name} title={title} seen={fingerprint} wrong={wrong} />
      )}
    </Step>
  );
}

type Named = Pick<ListedPoint, "name"> & { title: string; seen: string };

function ConfirmForm({ name, title, seen, wrong }: Named & { wrong: Wrong | null }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="form staff-form">
      <Hidden name={name} seen={seen} />
      <Field
        id={`checked-${name}`}
        name="checkedBy"
        label="Checked by"
        hint="Name and role, such as Asha Juma, advocate"
        error={wrong?.message}
        defaultValue={wrong?.checkedBy}
        maxLength={100}
        autoComplete="off"
        required
      />
      <p>
        <button
          className="button small"
          name="decision"
          value="confirm"
          aria-label={`Confirm ${title}`}
          disabled={busy}
        >
          Confirm
        </button>
      </p>
    </Form>
  );
}

function Undo({ name, title, seen }: Named) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <Hidden name={name} seen={seen} />
      <button
        className="button quiet small"
        name="decision"
        value="undo"
        aria-label={`Undo confirmation of ${title}`}
        disabled={busy}
      >
        Undo confirmation
      </button>
    </Form>
  );
}

const Hidden = ({ name, seen }: Pick<Named, "name" | "seen">) => (
  <>
    <input type="hidden" name="point" value={name} />
    <input type="hidden" name="seen" value={seen} />
  </>
);
