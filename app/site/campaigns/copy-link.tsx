import type { CopyWords } from "#app/browser/copy-text.ts";

export type CopyLinkProps = CopyWords & { address: string; label: string; button: string };

export function CopyLink({ address, label, button }: CopyLinkProps) {
  return (
    <span className="copy-link">
      <input type="text" readOnly value={address} aria-label={label} />
      <button type="button" className="button quiet needs-script" data-visit="share copy">
        {button}
      </button>
    </span>
  );
}
