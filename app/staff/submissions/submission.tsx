import { data, Link, redirect } from "react-router";
import {
  findSubmission,
  readNotes,
  readOrganizer,
  readSteps,
  readVersion,
  type SubmissionNote,
  type SubmissionStep,
} from "#database/campaigns/submissions.ts";
import { readTitles } from "#database/campaigns/staff.ts";
import { findPicture } from "#database/content/pictures.ts";
import type { Reads } from "#database/sql.server.ts";
import { pictureAddress, pictureFilesIn } from "#domain/content/picture.ts";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Submission } from "#domain/campaigns/submission.ts";
import { proposedDigits } from "#domain/campaigns/proposed-amount.ts";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { addSubmissionNote } from "#operations/campaigns/add-submission-note.ts";
import { reviewSubmission, type Reviewed } from "#operations/campaigns/review-submission.ts";
import {
  configContext,
  databaseContext,
  publishChangeContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { readId } from "#app/staff/read-id.ts";
import { Status } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { readVerdict, verdictForm } from "./read-verdict.ts";
import { NoteForm, ReviewForms } from "./review-forms.tsx";
import { linesOf, proposedAmount, statusWords, withOrganizersEmail } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/submission";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const found = id === null ? null : await findSubmission(db, id);
  const submission = found && (await readVersion(db, found.id, found.version));
  if (!found || !submission || !person) throw data(null, { status: 404 });
  const [steps, notes, organizer, before] = await Promise.all([
    readSteps(db, found.id),
    readNotes(db, found.id),
    readOrganizer(db, found.ownerId),
    found.version > 1 ? readVersion(db, found.id, found.version - 1) : null,
  ]);
  const titles = await readTitles(db, [submission, before].flatMap(surplusOf));
  const earlier = before === null ? null : linesOf(before, titles);
  const [pictures, picturesBefore] = await Promise.all([
    findSubmitted(db, submission),
    before && findSubmitted(db, before),
  ]);
  return {
    ...{ id: found.id, status: found.status, version: found.version, answerBy: found.answerBy },
    lines: linesOf(submission, titles).map((line): Line => {
      const was = earlier?.find(({ field }) => field === line.field)?.text ?? null;
      return line.field === "pictures" ? { ...line, was, pictures, picturesBefore } : { ...line, was };
    }),
    proposed: {
      goal: proposedDigits(submission.goal, submission.currency),
      currency: submission.currency,
      words: proposedAmount(submission),
    },
    ...{ title: submission.title, steps, notes, organizer, campaignId: found.campaignId },
    ...{ isOwn: found.ownerId === person.id, today: dayOf(new Date()) },
  };
}

const surplusOf = (submission: Submission | null): string[] =>
  submission?.surplus.to === "campaign" ? [submission.surplus.campaignId] : [];

async function findSubmitted(db: Reads, { pictures }: Submission): Promise<Submitted[]> {
  const found = await Promise.all(pictures.map(({ id }) => findPicture(db, id)));
  return pictures.map(({ id, alt }, at) => ({ id, alt, picture: found[at] ?? null }));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const id = readId(params.id);
  const found = id === null ? null : await findSubmission(db, id);
  const submission = found && (await readVersion(db, found.id, found.version));
  if (!found || !submission || !person) throw data(null, { status: 404 });
  const read = await readForm(request, verdictForm);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { value: form, entered } = read;
  const comeBack = (errors: { field: string; message: string }[], status: number) =>
    data({ errors, entered }, { status });
  const page = `/admin/submissions/${found.id}`;
  if (form.do === "note") {
    if (form.note === "") return comeBack([{ field: "note", message: "Enter a note" }], 400);
    await addSubmissionNote(db, { submissionId: found.id, text: form.note, by: person.id });
    return redirect(`${page}#notes`, 303);
  }
  const judged = readVerdict(form, entered, linesOf(submission));
  if (!judged.ok) return comeBack(judged.errors, 400);
  const reviewing = { submissionId: found.id, version: form.version, verdict: judged.verdict };
  const outcome = await context.get(publishChangeContext)(() =>
    reviewSubmission(db, { ...reviewing, by: person.id, now: new Date() }),
  );
  if (outcome.kind !== "reviewed")
    return comeBack([{ field: "decision", message: refusals[outcome.kind] }], 409);
  const sendsMail = context.get(configContext).mail !== undefined;
  const title = outcome.needsRuling ? approvedForZakat : doneWords(judged.verdict.kind, sendsMail);
  const notice = noticeCookie({ tone: "success", title });
  return redirect(page, { status: 303, headers: { "Set-Cookie": notice } });
}

const refusals: Record<Exclude<Reviewed["kind"], "reviewed">, string> = {
  unknown: "This submission no longer exists",
  "not-waiting": "This version no longer waits for a decision. Load the page again.",
  own: "Another person must review your own submission",
  suspended: "The organizer is suspended. Lift the suspension first.",
  "email-not-confirmed":
    "The organizer has not confirmed the email address yet. You can approve this after they confirm it.",
};

const approvedForZakat = "Approved. The campaign takes donations after you record a Zakat ruling.";

function doneWords(verdict: "approved" | "changes-asked" | "rejected", sendsMail: boolean): string {
  if (verdict === "approved") return "Approved. The campaign is live.";
  return withOrganizersEmail(verdict === "rejected" ? "Rejected." : "Sent back.", sendsMail);
}

export default function SubmissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, status, version, isOwn } = loaderData;
  const sent = { errors: actionData?.errors ?? [], entered: actionData?.entered ?? {} };
  return (
    <>
      <PageHead title={title} back={{ to: "/admin/submissions", label: "All submissions" }} />
      <div className={status === "submitted" ? "staff-columns judging" : "staff-stack"}>
        <About loaded={loaderData} />
        <div className="staff-stack">
          <Lines lines={loaderData.lines} version={version} />
          <History steps={loaderData.steps} />
          <Notes notes={loaderData.notes} />
          <NoteForm version={version} {...sent} />
        </div>
        {status === "submitted" && (
          <div className="staff-stack">
            {isOwn ? (
              <section className="staff-card">
                <p>This is your own submission. Another person must review it.</p>
              </section>
            ) : (
              <ReviewForms loaded={loaderData} {...sent} />
            )}
          </div>
        )}
      </div>
    </>
  );
}

function About({ loaded }: { loaded: Route.ComponentProps["loaderData"] }) {
  const { id, status, answerBy, today, organizer, campaignId } = loaded;
  const [word, tone] = statusWords[status];
  return (
    <section className="staff-card" aria-labelledby="about">
      <h2 id="about">Submission</h2>
      <dl className="staff-facts">
        <div>
          <dt>Status</dt>
          <dd>
            <Status tone={tone}>{word}</Status>
          </dd>
          {status === "submitted" && answerBy !== null && (
            <dd>
              {answerBy < today ? "Overdue since " : "Answer by "}
              {formatDay(answerBy, "en")}
            </dd>
          )}
        </div>
        <div>
          <dt>Organizer</dt>
          <dd>{organizer.name}</dd>
          <dd>
            {organizer.email} ({organizer.isEmailProven ? "confirmed" : "not confirmed"})
          </dd>
        </div>
        {campaignId !== null && (
          <div>
            <dt>Campaign</dt>
            <dd>
              <a href={`/admin/campaigns/${campaignId}`}>Edit the campaign</a>
            </dd>
          </div>
        )}
      </dl>
      <p>
        {campaignId === null ? (
          <a href={`/admin/submissions/${id}/preview`} target="_blank" rel="noreferrer">
            View as visitors will see it
          </a>
        ) : (
          <a href={`/campaigns/${campaignId}`}>View the campaign on the site</a>
        )}
      </p>
    </section>
  );
}

type Line = {
  field: string;
  label: string;
  text: string;
  was: string | null;
  /** The campaign that the text names. */
  campaignId?: string;
  pictures?: Submitted[];
  picturesBefore?: Submitted[] | null;
};

type Submitted = { id: string; alt: string; picture: DescribedPicture | null };

/** Another picture can have the same words as the one it replaces. */
const hasChanged = ({ text, was, pictures = [], picturesBefore }: Line) =>
  was !== null && (was !== text || pictures.some(({ id }, at) => id !== picturesBefore?.[at]?.id));

/** After the first version, only the changes are open to view. */
function Lines({ lines, version }: { lines: Line[]; version: number }) {
  const changed = lines.filter(hasChanged);
  const rest = lines.filter((line) => !changed.includes(line));
  return (
    <section className="staff-card" aria-labelledby="submitted">
      <h2 id="submitted">{version === 1 ? "Content" : `Changes in version ${version}`}</h2>
      {version > 1 && changed.length === 0 && <p>Nothing changed since the last version.</p>}
      {changed.map(({ field, label, text, was, campaignId, pictures, picturesBefore }) => (
        <div key={field} className="submission-change">
          <h3>{label}</h3>
          <div className="as-written">
            <del>
              <Content text={was ?? ""} pictures={picturesBefore ?? undefined} />
            </del>
          </div>
          <div className="as-written">
            <ins>
              <Content text={text} campaignId={campaignId} pictures={pictures} />
            </ins>
          </div>
        </div>
      ))}
      {version === 1 ? (
        <Facts lines={rest} />
      ) : (
        <details>
          <summary>Unchanged parts</summary>
          <Facts lines={rest} />
        </details>
      )}
    </section>
  );
}

function Facts({ lines }: { lines: Line[] }) {
  return (
    <dl className="staff-facts in-rows">
      {lines.map(({ field, label, text, campaignId, pictures }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd className="as-written">
            <Content text={text} campaignId={campaignId} pictures={pictures} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ContentProps = {
  text: string;
  campaignId?: string | undefined;
  pictures?: Submitted[] | undefined;
};

/** Pictures open large. */
function Content({ text, campaignId, pictures = [] }: ContentProps) {
  if (campaignId !== undefined) return <Link to={`/admin/campaigns/${campaignId}`}>{text}</Link>;
  if (pictures.length === 0) return text;
  return (
    <span className="submitted-pictures">
      {pictures.map(({ id, alt, picture }) => {
        const largest = picture && pictureFilesIn("jpeg", picture.width).at(-1);
        const words = (
          <>
            <Picture picture={picture} alt="" sizes="12rem" />
            {alt}
          </>
        );
        return picture && largest ? (
          <a key={id} href={pictureAddress(picture, largest)} target="_blank" rel="noreferrer">
            {words}
          </a>
        ) : (
          <span key={id}>{words}</span>
        );
      })}
    </span>
  );
}

function History({ steps }: { steps: SubmissionStep[] }) {
  return (
    <section className="staff-card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ul>
        {steps.map((step) => (
          <li key={`${step.kind}-${step.version}`}>
            Version {step.version}:{" "}
            {step.kind === "submitted"
              ? "submitted"
              : `${statusWords[step.kind][0].toLowerCase()} by ${step.reviewer}`}
            , <Moment at={step.at} />
            {step.kind !== "submitted" && step.reason !== "" && (
              <small className="as-written">{step.reason}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ notes }: { notes: SubmissionNote[] }) {
  if (notes.length === 0) return null;
  return (
    <section className="staff-card" aria-labelledby="notes">
      <h2 id="notes">Notes of staff</h2>
      <ul>
        {notes.map(({ id, author, text, at }) => (
          <li key={String(id)}>
            <p className="as-written">{text}</p>
            <small>
              {author}, <Moment at={at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
