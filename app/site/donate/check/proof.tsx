export type ProofProps = { challenge: string };

/** Script solves the challenge. Without script the form returns it unsolved, after a wait. */
export function Proof({ challenge }: ProofProps) {
  return <input type="hidden" name="proof" value={challenge} />;
}
