import { Link } from "react-router";
import { listSavedDrafts } from "#database/content/saved-drafts.ts";
import { readLastChanges } from "#database/content/versions.ts";
import { databaseContext } from "#app/http/context.server.ts";
import { Status } from "#app/staff/list/status.tsx";
import { editorGroups } from "#app/staff/navigation.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { DayOf } from "#app/staff/values.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const [drafts, changes] = await Promise.all([listSavedDrafts(db), readLastChanges(db)]);
  return {
    groups: editorGroups.map(({ name, editors }) => ({
      name,
      editors: editors.map(({ label, address }) => ({
        label,
        address,
        drafts: drafts.filter(({ subject }) => addressOf(subject) === address).length,
        changedAt: latestOf(changes.filter(({ subject }) => addressOf(subject) === address)),
      })),
    })),
  };
}

/** All campaigns have one editor, and so have all members of the team. */
const addressOf = (subject: string) =>
  `/admin/${subject.replace(/^campaign:.*/, "campaigns").replace(/^team:.*/, "team")}`;

const latestOf = (changes: { at: Date }[]) =>
  changes.map(({ at }) => at).reduce<Date | null>((last, at) => (last && last > at ? last : at), null);

type Group = Route.ComponentProps["loaderData"]["groups"][number];

export default function Editors({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Editors">
        <Link className="button quiet small" to="/admin/drafts">
          Drafts
        </Link>
      </PageHead>
      {groups.some(({ editors }) => editors.some(({ changedAt }) => changedAt !== null)) && (
        <p className="staff-lead">The day beside a name is that of its last change.</p>
      )}
      <div className="editor-groups">
        {groups.map((group) => (
          <EditorGroup key={group.name} {...group} />
        ))}
      </div>
    </>
  );
}

function EditorGroup({ name, editors }: Group) {
  return (
    <section className="staff-card">
      <h2>{name}</h2>
      <ul className="editor-rows">
        {editors.map(({ label, address, drafts, changedAt }) => (
          <li key={address}>
            <Link to={address}>{label}</Link>
            {drafts > 0 && <Status tone="waiting">{drafts === 1 ? "Draft" : `${drafts} drafts`}</Status>}
            {changedAt && (
              <small>
                <DayOf at={changedAt} />
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
