import type { ReactNode } from "react";

type Props = { id: string; label: string; children: ReactNode };

/** Without script too: the browser opens and closes the menu. */
export function RowMenu({ id, label, children }: Props) {
  return (
    <>
      <button className="icon-button row-menu-button" type="button" popoverTarget={id} aria-label={label}>
        …
      </button>
      <div className="row-menu" id={id} popover="auto">
        {children}
      </div>
    </>
  );
}
