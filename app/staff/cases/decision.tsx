import { useNavigation } from "react-router";

type DecisionProps = { value: string; effect: string; isMain?: boolean; children: string };

export function Decision({ value, effect, isMain = false, children }: DecisionProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <li>
      <button
        className={isMain ? "button" : "button quiet"}
        name="decision"
        value={value}
        disabled={busy}
        aria-describedby={`effect-${value}`}
      >
        {children}
      </button>
      <small id={`effect-${value}`}>{effect}</small>
    </li>
  );
}
