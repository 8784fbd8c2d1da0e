export type Tone = "good" | "waiting" | "bad" | "plain";

/** The text names the state; the colour only repeats it. */
export function Status({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
