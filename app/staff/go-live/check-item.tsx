import { Link } from "react-router";
import { checks, type Check } from "#domain/go-live/checks.ts";
import { Step } from "./step.tsx";
import { checkPlaces } from "./words.ts";

export function CheckItem({ name, faults, isNext }: Check & { isNext: boolean }) {
  const place = checkPlaces[name];
  const isDone = faults.length === 0;
  return (
    <Step
      id={`check-${name}`}
      title={checks[name]}
      state={isDone ? ["Done", "good"] : ["Open", "waiting"]}
      isDone={isDone}
      isUnfolded={isNext}
    >
      {isDone ? <p>Nothing is left to do.</p> : faults.map((fault) => <p key={fault}>{fault}</p>)}
      {place && (
        <p>
          <Link to={place.address}>{place.label}</Link>
        </p>
      )}
    </Step>
  );
}
