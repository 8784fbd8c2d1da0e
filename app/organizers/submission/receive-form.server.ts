import type { RouterContextProvider } from "react-router";
import { data } from "react-router";
import { BrokenForm, partsOf } from "#app/http/body/multipart.server.ts";
import { meantName, withAnswers } from "#app/ui/meant.ts";
import { keepUpload, readText } from "#app/staff/picture-field.server.ts";
import { budgetFields, limits, pictureFields } from "#domain/campaigns/submission.ts";
import type { Refusal, TooOften } from "#domain/content/picture.ts";
import { startOfText } from "#domain/system/storable-text.ts";

const textFields = [
  ...["title", "category", "subType", "description", "goal", "currency", "organizer", "isZakatEligible"],
  ...["beneficiaries", "relation", "surplus", "surplusCampaign"],
  ...budgetFields.flatMap(({ what, amount }) => [what, amount]),
];

/**
 * Longer than any limit, so that a person sees what was too long. All fields together, with each quote escaped, stay under
 * the 60,000 characters that the database allows a form.
 */
const mostCharacters = { inParagraphs: 3000, inLine: 400, inAlt: limits.alt.most * 2, inId: 100 };
const paragraphs = ["description", "beneficiaries", "relation"];
const largestText = 256 * 1024;

export type ReceivedForm = {
  entered: Record<string, string>;
  intent: string;
  submission: string;
  refused: (Refusal | TooOften)[];
};

/** Reads the form. Stores its new pictures behind those that it had, unless they are to be left out. */
export async function receiveSubmissionForm(
  request: Request,
  context: Readonly<RouterContextProvider>,
  newPictures: "stored" | "left out" = "stored",
): Promise<ReceivedForm> {
  const fields = new Map<string, string>();
  const added: string[] = [];
  const refused: ReceivedForm["refused"] = [];
  const most = newPictures === "stored" ? pictureFields.length : 0;
  const type = request.headers.get("Content-Type") ?? "";
  try {
    if (request.body && /^multipart\/form-data\b/i.test(type)) {
      let room = largestText;
      for await (const { name, filename, bytes } of partsOf(request.body, type)) {
        if (filename === undefined) {
          const value = await readText(bytes, room);
          room -= value.length;
          if (!fields.has(name)) fields.set(name, value);
        } else if (filename !== "" && name === "pictures" && added.length < most) {
          const kept = await keepUpload(context, bytes);
          if ("refused" in kept) refused.push(kept);
          else added.push(kept.id);
        }
      }
    } else {
      for (const [name, value] of await request.formData())
        if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
    }
  } catch (error) {
    if (error instanceof BrokenForm || error instanceof TypeError) throw data(null, { status: 400 });
    throw error;
  }
  const answered = withAnswers(Object.fromEntries(fields));
  return {
    entered: enteredIn(answered, added),
    // The question about an amount follows a press on the button that submits.
    intent:
      answered["do"] ?? ([...fields.keys()].some((name) => name.startsWith(meantName(""))) ? "submit" : ""),
    submission: fields.get("submission") ?? "",
    refused,
  };
}

function enteredIn(fields: Readonly<Record<string, string>>, added: string[]): Record<string, string> {
  const value = (name: string, most = mostCharacters.inLine) =>
    startOfText((fields[name] ?? "").replaceAll(/[^\P{Cc}\t\n\r]/gu, ""), most);
  const entered: Record<string, string> = {};
  for (const name of textFields) {
    const text = paragraphs.includes(name) ? value(name, mostCharacters.inParagraphs) : value(name);
    if (text !== "") entered[name] = text;
  }
  const before = pictureFields
    .map((name, at) => ({ name, place: Number(value(`${name}-place`)) || at + 1 }))
    .filter(({ name }) => value(name) !== "" && value(`${name}-remove`) === "")
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => ({
      id: value(name, mostCharacters.inId),
      alt: value(`${name}-alt`, mostCharacters.inAlt),
    }));
  const pictures = [...before, ...added.map((id) => ({ id, alt: "" }))];
  for (const [at, name] of pictureFields.entries()) {
    const picture = pictures[at];
    if (picture === undefined) break;
    entered[name] = picture.id;
    entered[`${name}-alt`] = picture.alt;
  }
  return entered;
}
