import { solveOn, type Solving } from "#domain/payments/proof-of-work.ts";

/** Solves a challenge in slices of 25 ms, so that typing and scrolling stay smooth. */
export function solveChallenge(challenge: string): Promise<string> {
  const name = challenge.split(".")[1] ?? "";
  const solving: Solving = { solved: [], tried: 0 };
  return new Promise((resolve) => {
    const part = () => {
      const end = performance.now() + 25;
      do if (solveOn(name, solving, 100)) return resolve(`${challenge}~${solving.solved.join(".")}`);
      while (performance.now() < end);
      setTimeout(part);
    };
    part();
  });
}

export const isSolvedAlready = (proof: string) => proof.includes("~");
