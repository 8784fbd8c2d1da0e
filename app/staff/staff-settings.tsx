import { useEffect, useRef } from "react";
import { SettingsLink } from "#app/account/settings/link.tsx";
import { wake } from "#app/account/settings/sheet.island.ts";

const given = { address: "/settings", label: "Your account", close: "Close", signIn: "Sign in again" };

export function StaffSettings() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current) wake(place.current);
  }, []);
  return (
    <span ref={place} data-given={JSON.stringify(given)}>
      <SettingsLink {...given} />
    </span>
  );
}
