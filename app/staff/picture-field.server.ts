import { data, type RouterContextProvider } from "react-router";
import { databaseContext, picturesContext, visitorContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { BrokenForm, partsOf, type Part } from "#app/http/body/multipart.server.ts";
import type { Picture, Refusal, TooOften } from "#domain/content/picture.ts";
import { substituteIfStoreFails } from "#app/http/substitute-if-store-fails.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { addPicture } from "#operations/content/add-picture.ts";
import { inOneLine, refusalWords } from "./picture-words.ts";

type Context = Readonly<RouterContextProvider>;

const largestText = 512 * 1024;

/**
 * Reads a staff form. Without script, the form itself uploads the pictures: each file `x-file` is stored, and its id
 * becomes the field `x`. A file that is not a usable picture gives an error at that field.
 */
export async function receiveForm(
  request: Request,
  context: Context,
): Promise<{ form: FormData; problems: PictureProblem[] }> {
  const type = request.headers.get("Content-Type") ?? "";
  const form = new FormData();
  const problems: PictureProblem[] = [];
  try {
    if (!request.body || !/^multipart\/form-data\b/i.test(type))
      return { form: await request.formData(), problems };
    let room = largestText;
    for await (const { name, filename, bytes } of partsOf(request.body, type)) {
      if (filename === undefined) {
        const value = await readText(bytes, room);
        room -= value.length;
        form.append(name, value);
      } else if (filename !== "" && name.endsWith("-file")) {
        const field = name.slice(0, -"-file".length);
        const kept = await keepUpload(context, bytes);
        if ("refused" in kept) problems.push(problemAt(field, kept));
        else {
          form.set(field, kept.id);
          form.delete(`${field}-remove`);
        }
      }
    }
    return { form, problems };
  } catch (error) {
    if (error instanceof BrokenForm || error instanceof TypeError) throw data(null, { status: 400 });
    throw error;
  }
}

/** `retryAfter`, in seconds: the person has stored too many pictures. */
export type PictureProblem = FormErrors[number] & { retryAfter?: number };

const problemAt = (field: string, refusal: Refusal | TooOften): PictureProblem => ({
  ...{ field, message: inOneLine(refusalWords[refusal.refused]) },
  ...(refusal.refused === "too-often" && { retryAfter: refusal.retryAfter }),
});

const hour = 60 * 60;
/** Anyone can become an organizer, and each picture costs time and disk. Staff have no limit. */
const uploadsOfOrganizer = [
  { most: 100, within: hour },
  { most: 300, within: 24 * hour },
];

export async function keepUpload(
  context: Context,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Picture | Refusal | TooOften> {
  const person = context.get(visitorContext);
  if (!person) throw data(null, { status: 401 });
  if (person.role === "organizer") {
    const uploads = [{ subject: `picture-upload ${person.id}`, limits: uploadsOfOrganizer }];
    const attempt = await countAttempt(context.get(databaseContext), uploads);
    if (attempt.kind === "limited") return { refused: "too-often", retryAfter: attempt.retryAfter };
  }
  const unavailable: Refusal = { refused: "unavailable" };
  const kept = await substituteIfStoreFails(context, context.get(picturesContext).keep(bytes), unavailable);
  if (!("refused" in kept)) await addPicture(context.get(databaseContext), kept, person.id);
  return kept;
}

export async function readText(bytes: Part["bytes"], room: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > room) throw data(null, { status: 413 });
    chunks.push(chunk);
  }
  // PostgreSQL refuses a zero byte in text.
  return Buffer.concat(chunks).toString().replaceAll("\0", "");
}
