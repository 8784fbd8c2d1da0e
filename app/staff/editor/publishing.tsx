import { Form, Link } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { failureWords } from "#app/staff/saved-drafts/words.ts";
import { formatMoment, localMinute } from "#domain/system/calendar.ts";
import type { DraftFailure } from "#domain/content/draft.ts";
import type { FormAnswer } from "./answer-form.server.ts";
import { publishAtField } from "./form-names.ts";

export type ShownDraft = {
  subject: string;
  by: string;
  at: Date;
  schedule: { at: Date; by: string; failure: DraftFailure | null } | null;
};

export const publishAtLabel = "Date and time";

type LaterProps = { savedDraft: ShownDraft | null; answer: FormAnswer | null | undefined };

/** Opens without script too. An error keeps it open. */
export function PublishLater({ savedDraft, answer }: LaterProps) {
  const error = answer?.errors.find(({ field }) => field === publishAtField)?.message;
  const planned = savedDraft?.schedule;
  return (
    <details className="publish-later folded-line" open={error !== undefined}>
      <summary>{planned ? "Change the time" : "Publish later"}</summary>
      <div className="publish-later-time">
        <Field
          id={publishAtField}
          label={publishAtLabel}
          hint="In Tanzanian time. If you save the draft again before then, schedule it again."
          error={error}
          type="datetime-local"
          defaultValue={answer?.publishAt || (planned ? localMinute(planned.at) : "")}
        />
        <button className="button quiet small" type="submit" name="intent" value="schedule">
          Schedule
        </button>
      </div>
    </details>
  );
}

const draftsAddress = "/admin/drafts";

/** The website still shows the published record. */
export function DraftState({ savedDraft: { subject, by, at, schedule } }: { savedDraft: ShownDraft }) {
  return (
    <section className="editor-offer" aria-label="Draft">
      <p suppressHydrationWarning>
        {schedule === null
          ? `This is a draft that ${by} saved on ${formatMoment(at, "en")}. Visitors do not see it yet.`
          : schedule.failure === null
            ? `${schedule.by} scheduled this change for ${formatMoment(schedule.at, "en")}. Visitors do not see it yet.`
            : `This change was not published on ${formatMoment(schedule.at, "en")}. ${failureWords(schedule.failure, schedule.by)}`}
      </p>
      {schedule !== null && (
        <button className="button quiet small" type="submit" form={cancelForm}>
          Cancel the schedule
        </button>
      )}
      <Link className="button quiet small" to={`${draftsAddress}?discard=${encodeURIComponent(subject)}`}>
        Discard draft
      </Link>
    </section>
  );
}

const cancelForm = "cancel-schedule";

/** Outside the form of the record, because forms cannot be nested. */
export function CancelForm({ subject }: { subject: string }) {
  return (
    <Form id={cancelForm} method="post" action={draftsAddress}>
      <input type="hidden" name="intent" value="cancel" />
      <input type="hidden" name="subject" value={subject} />
    </Form>
  );
}
