import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
import { AccountPage } from "./account-page.tsx";

/** A link from an email that was already used, has expired, or was cut off while copying. */
export function DeadLink({ origin, children }: { origin: string; children: ReactNode }) {
  const t = useText();
  return (
    <AccountPage origin={origin} title={t("deadLink.title")} text={t("deadLink.text")}>
      <p>{children}</p>
    </AccountPage>
  );
}
