import { useText } from "#app/messages/translator.tsx";

type Listed = { id: string; device: string | null; began: string; used: string; isThis: boolean };

/** Where somebody is signed in. */
export function SessionList({ sessions, address }: { sessions: Listed[]; address: string }) {
  const t = useText();
  return (
    <section className="settings-card" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t("settings.sessionsTitle")}</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <p>
              <strong>{session.device ?? t("settings.unknownDevice")}</strong>
              {session.isThis && <span className="badge">{t("settings.thisDevice")}</span>}
              <small>{t("settings.began", { began: session.began, used: session.used })}</small>
            </p>
            {!session.isThis && (
              <form method="post" action={address}>
                <input type="hidden" name="what" value="session" />
                <input type="hidden" name="session" value={session.id} />
                <button className="button quiet small" type="submit">
                  {t("settings.endSession")}
                  <span className="visually-hidden">
                    {" "}
                    {session.device ?? t("settings.unknownDevice")}, {session.began}
                  </span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action={address}>
        <input type="hidden" name="what" value="everywhere" />
        <button className="button quiet" type="submit">
          {t("settings.everywhere")}
        </button>
      </form>
    </section>
  );
}
