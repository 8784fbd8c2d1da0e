import { data, redirect, type RouterContextProvider } from "react-router";
import { findPicture } from "#database/content/pictures.ts";
import { findOwnPictures } from "#database/campaigns/owned.ts";
import { findUpdate, type WrittenTo } from "#database/campaigns/updates.ts";
import {
  readUpdate,
  type CampaignUpdate,
  type EnteredUpdate,
  type UpdateProblems,
  type WrittenUpdate,
} from "#domain/campaigns/updates.ts";
import { editUpdate } from "#operations/campaigns/updates/edit.ts";
import { postUpdate } from "#operations/campaigns/updates/post.ts";
import { removeUpdate } from "#operations/campaigns/updates/remove.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { configContext, databaseContext, publishChangeContext } from "#app/http/context.server.ts";
import { noticeCookie, type Notice } from "#app/http/notice.server.ts";
import type { Translator } from "#app/messages/translator.tsx";
import { receiveForm } from "#app/staff/picture-field.server.ts";

type Context = Readonly<RouterContextProvider>;

type Answering = {
  campaignId: string;
  t: Translator;
  /** The page with the list, where the author goes next. */
  list: string;
};

const fields = ["title", "titleSw", "content", "contentSw", "pictureAlt", "pictureAltSw", "picture"] as const;

/** The update in the URL, or null for a new one. */
export async function updateIn(
  context: Context,
  campaignId: string,
  url: URL,
): Promise<CampaignUpdate | null> {
  const text = url.searchParams.get("update") ?? "";
  if (text === "") return null;
  const update = /^\d{1,9}$/.test(text)
    ? await findUpdate(context.get(databaseContext), campaignId, Number(text))
    : null;
  if (update === null) throw data(null, { status: 404 });
  return update;
}

/** The update that was just posted, shown above the empty form. */
export function postedIn({ updates }: WrittenTo, url: URL): CampaignUpdate | null {
  const id = url.searchParams.get("posted");
  return updates.find((update) => String(update.id) === id) ?? null;
}

/** Answers the form of staff and of organizers. The caller has checked that the person may write to this campaign. */
export async function answerUpdateForm(request: Request, context: Context, answering: Answering) {
  const { campaignId, t, list } = answering;
  const present = await updateIn(context, campaignId, new URL(request.url));
  const { form, problems: pictureProblems } = await receiveForm(request, context);
  const intent = String(form.get("intent") ?? "save");
  if (intent === "remove" && present !== null) return remove(context, present.id, answering);

  const entered = enteredIn(form);
  const read = readUpdate(entered);
  const errors = [
    ...(read.ok ? [] : read.problems.map((problem) => explain(problem, t))),
    ...pictureProblems.map(({ field, retryAfter }) => ({
      field,
      message:
        retryAfter === undefined
          ? t("news.errors.picture")
          : t("pictures.too-often", answerWithWait(context, retryAfter)),
    })),
  ];
  const back = async (status: number, isPreview: boolean) =>
    data({ entered, errors, preview: isPreview ? await previewOf(context, entered) : null }, { status });
  const isLimited = pictureProblems.some(({ retryAfter }) => retryAfter !== undefined);
  if (!read.ok || errors.length > 0) return back(isLimited ? 429 : 400, intent === "preview");
  if (await isUnknownPicture(context, read.update, present)) {
    errors.push({ field: "picture", message: t("news.errors.picture") });
    return back(400, false);
  }
  if (intent === "preview") return back(200, true);
  const { posted, ...notice } = await context.get(publishChangeContext)(() =>
    save(context, present, read.update, answering),
  );
  if (notice.tone === "error") {
    errors.push({ field: "title", message: notice.text ?? notice.title });
    return back(409, false);
  }
  const next = posted === undefined ? list : `${list}?posted=${posted}`;
  return redirect(next, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}

function enteredIn(form: FormData): EnteredUpdate {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const [title, titleSw, content, contentSw, pictureAlt, pictureAltSw, picture] = fields.map(read);
  const isRemoved = form.get("picture-remove") !== null;
  return {
    ...{ title: title ?? "", titleSw: titleSw ?? "", content: content ?? "", contentSw: contentSw ?? "" },
    ...{ pictureAlt: pictureAlt ?? "", pictureAltSw: pictureAltSw ?? "" },
    picture: isRemoved ? "" : (picture ?? ""),
  };
}

function explain({ field, problem, most }: UpdateProblems[number], t: Translator) {
  if (field === "picture" || problem === "not-a-picture")
    return { field: "picture", message: t("news.errors.picture") };
  return { field, message: t(`news.errors.${field}.${problem}`, { most }) };
}

/** Staff use any picture. An organizer uses only own pictures, or the one that the update already had. */
async function isUnknownPicture(
  context: Context,
  { picture }: WrittenUpdate,
  present: CampaignUpdate | null,
): Promise<boolean> {
  if (picture === null || picture.id === present?.picture?.id) return false;
  const db = context.get(databaseContext);
  const { id, role } = signedInPerson(context);
  if (role === "organizer") return !(await findOwnPictures(db, id, [picture.id])).has(picture.id);
  return (await findPicture(db, picture.id)) === null;
}

/** Also of a text with problems: the author sees what there is. */
async function previewOf(context: Context, entered: EnteredUpdate): Promise<CampaignUpdate> {
  const picture =
    entered.picture === "" ? null : await findPicture(context.get(databaseContext), entered.picture);
  return {
    id: 0,
    title: { en: entered.title, sw: entered.titleSw.trim() || null },
    content: { en: entered.content, sw: entered.contentSw.trim() || null },
    publishedAt: new Date(),
    editedAt: null,
    isAutomatic: false,
    picture: picture && { ...picture, alt: { en: entered.pictureAlt, sw: entered.pictureAltSw || null } },
  };
}

async function save(
  context: Context,
  present: CampaignUpdate | null,
  update: WrittenUpdate,
  { campaignId, t }: Answering,
): Promise<Notice & { posted?: number }> {
  const db = context.get(databaseContext);
  const { id: by } = signedInPerson(context);
  if (present !== null) {
    const edited = await editUpdate(db, { id: present.id, campaignId }, update, by);
    if (edited === "edited") return { tone: "success", title: t("news.saved") };
    return { tone: "error", title: t("news.failed"), ...(edited === "suspended" && suspended(t)) };
  }
  const posted = await postUpdate(db, campaignId, update, by);
  switch (posted.kind) {
    case "posted": {
      const sendsMail = context.get(configContext).mail !== undefined;
      const text = t(sendsMail ? "news.postedText" : "news.form.sendsNone", { count: posted.emails });
      return { tone: "success", title: t("news.posted"), text, posted: posted.id };
    }
    case "no-campaign":
      return { tone: "error", title: t("news.failed"), text: t("news.notPublic") };
    case "suspended":
      return { tone: "error", title: t("news.failed"), ...suspended(t) };
    case "limited": {
      const hours = Math.ceil(posted.retryAfter / 3600);
      return { tone: "error", title: t("news.failed"), text: t("news.tooMany", { hours }) };
    }
  }
}

const suspended = (t: Translator) => ({ text: t("news.suspended") });

async function remove(context: Context, id: number, { campaignId, t, list }: Answering) {
  const by = signedInPerson(context).id;
  const removed = await context.get(publishChangeContext)(() =>
    removeUpdate(context.get(databaseContext), { id, campaignId }, by),
  );
  const notice: Notice =
    removed === "removed"
      ? { tone: "success", title: t("news.removed") }
      : { tone: "error", title: t("news.failed"), ...(removed === "suspended" && suspended(t)) };
  return redirect(list, { status: 303, headers: { "Set-Cookie": noticeCookie(notice) } });
}
