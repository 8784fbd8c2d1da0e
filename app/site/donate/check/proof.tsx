export type ProofGiven = { challenge: string };

/** The challenge goes back with the form: solved by script, or as it is by whoever waits instead. */
export function Proof({ challenge }: ProofGiven) {
  return <input type="hidden" name="proof" value={challenge} />;
}
