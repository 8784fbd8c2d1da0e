import { data, Link, redirect } from "react-router";
import { databaseContext, publishChangeContext, visitorContext } from "#app/http/context.server.ts";
import { postedForm } from "#app/http/form.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import { fingerprintOf, listVersions } from "#database/content/versions.ts";
import { hindranceText } from "#app/staff/people/words.ts";
import type { Draft } from "#domain/content/draft.ts";
import { restoreVersion } from "#operations/content/restore-version.ts";
import { saveAction } from "./answer-form.server.ts";
import type { Editor } from "./editor.ts";
import { editorAt } from "./editors.server.ts";
import { labelledChanges, textAt } from "./fields.ts";
import { Changes } from "./changes.tsx";
import { toProposal } from "./to-proposal.server.ts";
import { Status } from "#app/staff/list/status.tsx";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/history";
import { timeZone } from "#domain/system/calendar.ts";

export const handle = { policy: "staff" };

const shownVersions = 100;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { view, record, nameOf } = editorAt(params["*"], context);
  const db = context.get(databaseContext);
  // One more than is shown, because each version lists its changes from the one before.
  const [current, versions] = await Promise.all([
    record.read(db),
    listVersions(db, record.subject, shownVersions + 1),
  ]);
  const opened = fingerprintOf(current);
  const drafts = versions.map(({ draft }) => record.complete(draft));
  // A deleted record has the name of its last version.
  const named = current ?? drafts[0];
  return {
    path: view.path,
    title: view.title,
    name: (named !== undefined && nameOf?.(named)) || view.title,
    takesTwo: view.takesTwo === true,
    opened,
    versions: versions.slice(0, shownVersions).map((version, at) => ({
      version: version.version,
      author: version.author,
      approver: version.approver,
      at: version.at,
      restoredFrom: version.restoredFrom,
      isCurrent: at === 0 && version.fingerprint === opened,
      changes: labelledChanges(view.fields, drafts[at + 1] ?? drafts[at] ?? "", drafts[at] ?? ""),
    })),
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { view, record } = editorAt(params["*"], context);
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  const form = await postedForm(request);
  const choice = {
    version: Number(form.get("version")),
    opened: textAt(form, "opened"),
    authorId: person.id,
  };
  const db = context.get(databaseContext);
  const [before, [, earlier]] = await Promise.all([record.read(db), listVersions(db, record.subject, 2)]);
  const outcome = await context.get(publishChangeContext)(() => restoreVersion(db, record, choice));
  if (outcome.kind === "proposed" || outcome.kind === "proposed-before") return toProposal(context, outcome);
  if (outcome.kind === "unconfirmed" || outcome.kind === "new-admin")
    return answered(url.pathname, {
      tone: "error",
      title: view.failed,
      text: hindranceText(outcome, saveAction),
    });
  const isUndo = outcome.kind === "saved" && earlier?.version === choice.version;
  const undone = isUndo ? undoneWords({ view, record }, before, await record.read(db)) : undefined;
  const notices = {
    saved: { tone: "success", ...(undone ?? { title: view.saved }) },
    unchanged: { tone: "info", title: "Nothing was changed", text: "This is already the current version." },
    stale: {
      tone: "error",
      title: view.failed,
      text: "Someone else has saved a newer version. Check the list and try again.",
    },
    invalid: {
      tone: "error",
      title: view.failed,
      text: "This version cannot be restored because the form has changed since.",
    },
    unknown: { tone: "error", title: view.failed, text: "Version not found." },
  } as const;
  const isThere = outcome.kind === "saved" || outcome.kind === "unchanged";
  return answered(isThere ? `/admin/${view.path}` : url.pathname, notices[outcome.kind]);
}

/** Everything that went back: the new goal in words, and the names of the other fields. */
function undoneWords(
  { view, record }: Editor,
  before: Draft | null,
  after: Draft | null,
): Pick<Notice, "title" | "text"> | undefined {
  if (before === null || after === null) return undefined;
  const changes = labelledChanges(view.fields, record.complete(before), record.complete(after));
  const goal = changes.find(({ path }) => path === "goal")?.after;
  const hasGoal = typeof goal === "string";
  const others = changes.filter(({ path }) => !hasGoal || path !== "goal").map(({ label }) => label);
  const named = fewOf(others);
  if (!hasGoal) return { title: view.saved, ...(named && { text: `Undone: ${named}.` }) };
  return { title: `Undone: the goal is ${goal}`, ...(named && { text: `Also undone: ${named}.` }) };
}

const mostNamed = 5;

/** A message has room for a few names. */
function fewOf(labels: string[]): string {
  const named = labels.slice(0, mostNamed).join(", ");
  const rest = labels.length - mostNamed;
  return rest > 0 ? `${named} and ${rest} more` : named;
}

const answered = (to: string, notice: Notice) =>
  redirect(to, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });

const moment = new Intl.DateTimeFormat("en-TZ", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone,
});

export default function History({ loaderData }: Route.ComponentProps) {
  const { path, title, name, takesTwo, opened, versions } = loaderData;
  return (
    <div className="editor-history">
      <PageHead title={`History: ${name}`} back={{ to: `/admin/${path}`, label: `Back to ${title}` }} />
      {takesTwo && (
        <p>
          Restoring an earlier version needs another person’s approval.{" "}
          <Link to={`/admin/approvals?kind=${path}`}>All requests</Link>
        </p>
      )}
      {versions.length === 0 && <p>No changes yet.</p>}
      <ol className="plain-list" reversed>
        {versions.map(({ version, author, approver, at, restoredFrom, isCurrent, changes }, place) => (
          <li key={version} className="staff-card">
            <div className="editor-version-head">
              <h2>
                <Heading {...{ version, author, at }} />
                {approver !== null && `, approved by ${approver}`}
              </h2>
              {isCurrent && <Status tone="good">Current version</Status>}
              {isCurrent ? (
                <RestoreButton
                  opened={opened}
                  version={versions[place + 1]?.version}
                  label="Undo"
                  name={`Undo the change of ${moment.format(at)}`}
                />
              ) : (
                <RestoreButton
                  opened={opened}
                  version={version}
                  label="Restore"
                  name={`Restore the version ${author === null ? "before the change of" : "of"} ${moment.format(at)}`}
                />
              )}
            </div>
            {restoredFrom !== null && <p>Restored from an earlier version.</p>}
            <Changes changes={changes} />
          </li>
        ))}
      </ol>
    </div>
  );
}

type HeadingProps = { version: number; author: string | null; at: Date };

/** Without an author, the stored moment is that of the change that followed. */
function Heading({ version, author, at }: HeadingProps) {
  if (author !== null) return `${moment.format(at)} · ${author}`;
  return version === 0 ? "Original version" : "Changed outside this editor";
}

type RestoreProps = { opened: string; version: number | undefined; label: string; name: string };

/** The first version has none before it. */
function RestoreButton({ opened, version, label, name }: RestoreProps) {
  if (version === undefined) return null;
  return (
    <form method="post">
      <input type="hidden" name="opened" value={opened} />
      <button className="button quiet small" type="submit" name="version" value={version} aria-label={name}>
        {label}
      </button>
    </form>
  );
}
