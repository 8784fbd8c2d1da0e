import { Link } from "react-router";
import { checks, type Check } from "#domain/go-live/checks.ts";
import { Status } from "#app/staff/list/status.tsx";
import { checkPlaces } from "./words.ts";

export function CheckItem({ name, faults }: Check) {
  const place = checkPlaces[name];
  const isDone = faults.length === 0;
  return (
    <li id={`check-${name}`} data-open={!isDone}>
      <div className="go-live-title">
        <h3>{checks[name]}</h3>
        <Status tone={isDone ? "good" : "waiting"}>{isDone ? "Done" : "Open"}</Status>
      </div>
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
      {!isDone && place && (
        <p>
          <Link to={place.address}>{place.label}</Link>
        </p>
      )}
    </li>
  );
}
