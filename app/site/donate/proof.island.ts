import { solveOn, type Solving } from "#domain/proof-of-work.ts";
import type { ProofGiven } from "./proof.tsx";

/** Works while the form is filled in. A press that comes before the end is sent at the end. */
export function wake(place: HTMLElement): void {
  const { challenge }: ProofGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const field = place.querySelector("input");
  const form = field?.form;
  // What was solved already came back with a form that had something else wrong.
  if (!field || !form || challenge.includes("~")) return;
  let pressed = false;
  const hold = (event: SubmitEvent) => {
    event.preventDefault();
    pressed = true;
  };
  form.addEventListener("submit", hold);
  solve(challenge.split(".")[1] ?? "", (numbers) => {
    field.value = `${challenge}~${numbers.join(".")}`;
    form.removeEventListener("submit", hold);
    if (pressed) form.requestSubmit();
  });
}

/** In parts of a few hundredths of a second, so that typing and scrolling go on. */
function solve(name: string, tell: (numbers: number[]) => void): void {
  const solving: Solving = { solved: [], tried: 0 };
  const part = () => {
    const end = performance.now() + 25;
    do if (solveOn(name, solving, 100)) return tell(solving.solved);
    while (performance.now() < end);
    setTimeout(part);
  };
  part();
}
