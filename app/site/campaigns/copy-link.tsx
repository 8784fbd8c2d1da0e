export type CopyLinkGiven = {
  address: string;
  label: string;
  button: string;
  copied: string;
  failed: string;
  failedText: string;
};

/** A link to copy by hand, and with script a button that copies it. */
export function CopyLink({ address, label, button }: CopyLinkGiven) {
  return (
    <span className="copy-link">
      <input type="text" readOnly value={address} aria-label={label} />
      <button type="button" className="button quiet needs-script">
        {button}
      </button>
    </span>
  );
}
