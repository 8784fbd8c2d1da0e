import { useEffect, useRef } from "react";
import { SettingsLink } from "#app/account/settings/link.tsx";
import { wake } from "#app/account/settings/sheet.island.ts";

const props = { address: "/settings", label: "Your account", close: "Close", signIn: "Sign in again" };

export function StaffSettings() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current) wake(place.current);
  }, []);
  return (
    <span ref={place} data-props={JSON.stringify(props)}>
      <SettingsLink {...props} />
    </span>
  );
}
