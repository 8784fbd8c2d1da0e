/** `options`: what the device is asked to create. Without them it is asked to sign in. */
export type PasskeyGiven = {
  /** The name under which browsers know the site. */
  site: string;
  address: string;
  options: string | null;
  /** Shown after the passkey was used. Without it the page is loaded again. */
  done?: string;
  words: Record<"button" | "busy" | "failed", string>;
};

/** Only a script can ask the device, so the script shows it. */
export function PasskeyButton({ words }: PasskeyGiven) {
  return (
    <span className="passkey" hidden>
      <button className="button quiet wide" type="button">
        {words.button}
      </button>
      <span className="field-error" role="alert" />
    </span>
  );
}
