import { LineIcon } from "#app/ui/line-icon.tsx";

export type SettingsProps = { address: string; label: string; close: string; signIn: string };

/** Links to the account page. With script, it opens that page's panel next to the current page. */
export function SettingsLink({ address, label }: Pick<SettingsProps, "address" | "label">) {
  return (
    <a className="icon-button" href={address} aria-label={label} data-opened-by="settings">
      <LineIcon>
        <circle cx="10" cy="8" r="4" />
        <path d="M2.5 21c.7-4.2 3.6-6.5 7.5-6.5M17.5 14v1.6M17.5 20.4V22M21 16l-1.4.8M15.4 19.2 14 20M21 20l-1.4-.8M15.4 16.8 14 16" />
        <circle cx="17.5" cy="18" r="2.4" />
      </LineIcon>
    </a>
  );
}
