import { Island } from "#app/islands/island.tsx";
import { useText } from "#app/messages/translator.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { FactorField } from "#app/account/second-step/factor-field.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import type { SecondFactor } from "#app/account/second-step/second-factor.server.ts";

type Listed = { id: string; device: string | null; began: string; used: string; isThis: boolean };

type Props = {
  sessions: Listed[];
  address: string;
  factor: SecondFactor;
  errors: { field: string; message: string }[];
};

/** Sent in place of a session's id. */
export const allSessions = "all";

/** Ending a session asks for the password, because the signed-in person may be a thief. */
export function SessionList({ sessions, address, factor, errors }: Props) {
  const t = useText();
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <section className="settings-card" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t("settings.sessionsTitle")}</h2>
      {/* Without a fragment in the address, which would keep the focus from the summary of errors. */}
      <form className="form" method="post" action={address} noValidate>
        <input type="hidden" name="what" value="session" />
        <ErrorSummary title={t("giving.problem")} errors={errors} />
        <Island
          name="password"
          of={PasswordField}
          props={{
            id: "session-current",
            name: "current",
            label: t("settings.current"),
            hint: t("settings.sessionsHint"),
            error: errorAt("session-current"),
            autoComplete: "current-password",
            words: { show: t("signIn.show"), hide: t("signIn.hide") },
          }}
          plain
        />
        <FactorField form="session" factor={factor} errors={errors} />
        <ul className="sessions">
          {sessions.map((session) => (
            <li key={session.id}>
              <p>
                <strong>{session.device ?? t("settings.unknownDevice")}</strong>
                {session.isThis && <span className="badge">{t("settings.thisDevice")}</span>}
                <small>{t("settings.began", { began: session.began, used: session.used })}</small>
              </p>
              {!session.isThis && (
                <button className="button quiet small" type="submit" name="session" value={session.id}>
                  {t("settings.endSession")}
                  <span className="visually-hidden">
                    {" "}
                    {session.device ?? t("settings.unknownDevice")}, {session.began}
                  </span>
                </button>
              )}
            </li>
          ))}
        </ul>
        <button className="button quiet" type="submit" name="session" value={allSessions}>
          {t("settings.everywhere")}
        </button>
      </form>
    </section>
  );
}
