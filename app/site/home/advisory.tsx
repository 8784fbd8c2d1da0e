import { initials } from "#domain/content/initials.ts";
import type { TeamMember } from "#domain/content/home.ts";
import { DescribedPicture } from "#app/site/described-picture.tsx";
import { TranslatedText } from "#app/site/translated-text.tsx";
import { useText } from "#app/messages/translator.tsx";

export function AdvisorySection({ team }: { team: TeamMember[] }) {
  const t = useText();
  return (
    <section className="band sunk" id="advisory">
      <div className="wrap">
        <h2>{t("home.advisory.title")}</h2>
        <p className="lead">{t("home.advisory.text")}</p>
        {team.length === 0 && <p>{t("home.advisory.none")}</p>}
        <ul className="team plain-list" tabIndex={0} aria-label={t("home.advisory.title")}>
          {team.map((member) => (
            <li key={member.id}>
              <div className="portrait">
                {member.picture ? (
                  <DescribedPicture picture={member.picture} sizes="8rem" />
                ) : (
                  <span className="initials" aria-hidden="true">
                    {initials(member.name)}
                  </span>
                )}
              </div>
              <div>
                <h3>{member.name}</h3>
                <TranslatedText as="p" className="role" text={member.role} />
                {member.bio.en !== "" && <TranslatedText as="p" className="bio" text={member.bio} />}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
