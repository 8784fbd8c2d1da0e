import type { ProofGiven } from "./proof.tsx";
import { isSolvedAlready, solveChallenge } from "./solve-challenge.ts";

/** Works while the form is filled in. A press that comes before the end is sent at the end. */
export function wake(place: HTMLElement): void {
  const { challenge }: ProofGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const field = place.querySelector("input");
  const form = field?.form;
  // The solved proof came back with a form that had another mistake.
  if (!field || !form || isSolvedAlready(challenge)) return;
  let pressed = false;
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    pressed = true;
  };
  form.addEventListener("submit", hold);
  void solveChallenge(challenge).then((proof) => {
    field.value = proof;
    form.removeEventListener("submit", hold);
    if (pressed) form.requestSubmit();
  });
}
