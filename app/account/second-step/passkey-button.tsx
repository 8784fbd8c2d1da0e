export type PasskeyProps = {
  /** The relying party's id. */
  site: string;
  /** Shown after the passkey was used. Without it the page is loaded again. */
  done?: string;
  words: Record<"button" | "busy" | "failed", string>;
};

/** For signing in and confirming: the URL returns the challenge and receives the signature. */
export type UsedPasskeyProps = PasskeyProps & { address: string };

/** For creating: the options as JSON. */
export type NewPasskeyProps = PasskeyProps & { options: string };

/** Hidden until script runs, because only script can use a passkey. */
export function PasskeyButton({ words }: PasskeyProps) {
  return (
    <span className="passkey" hidden>
      <button className="button quiet wide" type="button">
        {words.button}
      </button>
      <span className="field-error" role="alert" />
    </span>
  );
}
