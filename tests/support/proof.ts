import { solveOn, type Solving } from "#domain/proof-of-work.ts";

/** What a browser makes of a challenge. */
export function solved(challenge: string): string {
  const solving: Solving = { solved: [], tried: 0 };
  while (!solveOn(challenge.split(".")[1] ?? "", solving, 1_000));
  return `${challenge}~${solving.solved.join(".")}`;
}
