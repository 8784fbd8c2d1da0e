import type { ProofProps } from "./proof.tsx";
import { isSolvedAlready, solveChallenge } from "./solve-challenge.ts";

/** Works while the donor fills in the form. A press before the end is sent at the end. */
export function wake(place: HTMLElement): void {
  const { challenge }: ProofProps = JSON.parse(place.dataset["props"] ?? "{}");
  const field = place.querySelector("input");
  const form = field?.form;
  // A form that came back for another error still has its solved proof.
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
