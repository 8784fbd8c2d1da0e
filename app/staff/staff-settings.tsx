import { useEffect, useRef } from "react";
import { SettingsLink } from "#app/account/settings-link.tsx";

const given = { address: "/settings", label: "Your account", close: "Close" };

/** The same sheet as on the public pages. */
export function StaffSettings() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const link = place.current;
    if (link) void import("#app/account/settings-sheet.island.ts").then(({ wake }) => wake(link));
  }, []);
  return (
    <span ref={place} data-given={JSON.stringify(given)}>
      <SettingsLink {...given} />
    </span>
  );
}
