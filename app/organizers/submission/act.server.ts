import { data, redirect, type RouterContextProvider } from "react-router";
import type { DescribedPicture } from "#domain/content/home.ts";
import type { Language } from "#domain/content/language.ts";
import { pictureFields } from "#domain/campaigns/submission.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { listCampaignChoices } from "#database/campaigns/owned.ts";
import { findPicture } from "#database/content/pictures.ts";
import { keepDraft } from "#operations/campaigns/keep-draft.ts";
import { submitCampaign, type Submitted } from "#operations/campaigns/submit.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { configContext, databaseContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { readId } from "#app/staff/read-id.ts";
import { explainProblems } from "./explain-problems.ts";
import { receiveSubmissionForm, type ReceivedForm } from "./receive-form.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Values that the form needs besides the typed ones. */
export async function readFormParts(context: Context, entered: Record<string, string>) {
  const db = context.get(databaseContext);
  const ids = pictureFields.flatMap((name) => entered[name] ?? []);
  const [pictures, campaigns] = await Promise.all([
    Promise.all(ids.map((id) => findPicture(db, id))),
    listCampaignChoices(db),
  ]);
  return { pictures: pictures.filter((each): each is DescribedPicture => each !== null), campaigns };
}

/** Each can carry ten pictures, which cost time to decode. */
const posts = [{ most: 60, within: 60 * 60 }];

type Place = {
  pathname: string;
  /** The submission in the address. Null on the page of the person's draft, whose form names it. */
  submissionId: bigint | null;
};

/** Saves, uploads or submits the form, as its button says. */
export async function actOnSubmission(request: Request, context: Context, place: Place) {
  const { pathname } = place;
  const language = languageOf(pathname);
  const t = translatorIn(language);
  const person = signedInPerson(context);
  const db = context.get(databaseContext);
  const attempt = await countAttempt(db, [{ subject: `campaign-form ${person.id}`, limits: posts }]);
  if (attempt.kind === "limited") {
    const typed = await receiveSubmissionForm(request, context, "left out");
    const message = t("submission.sentTooOften", answerWithWait(context, attempt.retryAfter));
    return comeBack(context, typed, typed.submission, [{ field: "title", message }], 429);
  }
  const form = await receiveSubmissionForm(request, context);
  const about = {
    ownerId: person.id,
    language,
    submissionId: place.submissionId ?? readId(form.submission),
    entered: form.entered,
  };
  const page = (id: bigint) => localAddress(language, `/organizer/submissions/${id}`);
  const notKept = (kind: "closed" | "unknown") => {
    const message = t(kind === "closed" ? "submission.closed" : "submission.unknown");
    // Without a number, the next save makes the text the person's own draft.
    const submission = kind === "closed" ? form.submission : "";
    return comeBack(context, form, submission, [{ field: "title", message }], 409);
  };
  const keepAndComeBack = async (errors: FormErrors, status: number) => {
    const kept = await keepDraft(db, about);
    if (kept.kind === "closed" || kept.kind === "unknown") return notKept(kept.kind);
    const submission = kept.kind === "kept" ? String(kept.id) : form.submission;
    return comeBack(context, form, submission, errors, status);
  };
  const [refused] = form.refused;
  if (refused?.refused === "too-often") {
    const message = t("pictures.too-often", answerWithWait(context, refused.retryAfter));
    return keepAndComeBack([{ field: "pictures", message }], 429);
  }
  if (refused !== undefined)
    return keepAndComeBack([{ field: "pictures", message: t(`pictures.${refused.refused}`) }], 400);
  if (form.intent !== "submit") {
    const kept = await keepDraft(db, about);
    if (kept.kind === "closed" || kept.kind === "unknown") return notKept(kept.kind);
    if (kept.kind === "limited") {
      const message = t("submission.saveLimited", answerWithWait(context, kept.retryAfter));
      return comeBack(context, form, form.submission, [{ field: "title", message }], 429);
    }
    return savedAnswer(t, form, pathname);
  }
  // A second press must not leave a draft of the submitted campaign, so the draft is kept only if nothing was submitted.
  const outcome = await submitCampaign(db, { ...about, now: new Date() });
  if (outcome.kind === "submitted") {
    const day = formatDay(outcome.answerBy, language);
    const mailed = context.get(configContext).mail === undefined ? "" : ` ${t("submission.sentMail")}`;
    const sent = { title: t("submission.sent"), text: t("submission.sentText", { day }) + mailed };
    const headers = { "Set-Cookie": noticeCookie({ tone: "success", ...sent }) };
    return redirect(page(outcome.id), { status: 303, headers });
  }
  if (outcome.kind === "sent-before") return redirect(page(outcome.id), 303);
  if (outcome.kind === "closed" || outcome.kind === "unknown") return notKept(outcome.kind);
  const { errors, status } = explain(outcome, context, { form, language });
  return keepAndComeBack(errors, status);
}

type NotSubmitted = Extract<Submitted, { kind: "suspended" | "limited" | "invalid" }>;

type Sent = { form: ReceivedForm; language: Language };

function explain(outcome: NotSubmitted, context: Context, { form, language }: Sent) {
  const t = translatorIn(language);
  switch (outcome.kind) {
    case "suspended":
      return { errors: [{ field: "title", message: t("submission.suspended") }], status: 403 };
    case "limited": {
      const message = t("submission.limited", answerWithWait(context, outcome.retryAfter));
      return { errors: [{ field: "title", message }], status: 429 };
    }
    case "invalid": {
      return { errors: explainProblems(outcome.problems, form.entered, language), status: 400 };
    }
  }
}

async function comeBack(
  context: Context,
  form: ReceivedForm,
  submission: string,
  errors: FormErrors,
  status: number,
) {
  const parts = await readFormParts(context, form.entered);
  return data({ entered: form.entered, submission, errors, ...parts }, { status });
}

function savedAnswer(t: Translator, { intent }: ReceivedForm, pathname: string) {
  const to = intent === "upload" ? `${pathname}#pictures` : pathname;
  if (intent === "upload") return redirect(to, 303);
  const notice = { tone: "success", title: t("submission.saved"), text: t("submission.savedText") } as const;
  return redirect(to, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}
