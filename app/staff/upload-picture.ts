import { onlyPost } from "#app/api/json.ts";
import { BrokenForm, partsOf } from "#app/http/body/multipart.server.ts";
import { pictureAddress, pictureFilesIn, type Picture } from "#domain/content/picture.ts";
import { keepUpload } from "./picture-field.server.ts";
import { refusalWords, type Words } from "./picture-words.ts";
import type { Route } from "./+types/upload-picture";

export const handle = { policy: "staff" };

export const loader = onlyPost;

/** Accepts one picture: the request body itself, or the first file of a form. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return onlyPost();
  try {
    for await (const bytes of filesIn(request)) {
      const kept = await keepUpload(context, bytes);
      if (!("refused" in kept)) return accept(kept);
      return kept.refused === "too-often" ? refuse(kept.refused, kept.retryAfter) : refuse(kept.refused);
    }
    return refuse("not-a-picture");
  } catch (error) {
    if (error instanceof BrokenForm) return refuse("damaged");
    throw error;
  }
}

async function* filesIn({ body, headers }: Request): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const type = headers.get("Content-Type") ?? "";
  if (!body) return;
  if (!/^multipart\/form-data\b/i.test(type)) return yield body;
  for await (const { filename, bytes } of partsOf(body, type)) if (filename) yield bytes;
}

function accept(picture: Picture): Response {
  const [smallest] = pictureFilesIn("jpeg", picture.width);
  return Response.json({ success: true, ...picture, src: smallest && pictureAddress(picture, smallest) });
}

const statuses = {
  "not-a-picture": 415,
  "too-large": 413,
  "too-many-pixels": 422,
  "too-tall": 422,
  damaged: 422,
  unavailable: 503,
  "too-often": 429,
} as const;

function refuse(reason: keyof typeof statuses, retryAfter?: number): Response {
  const { title, text }: Words = refusalWords[reason];
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return Response.json({ success: false, title, message: text }, { status: statuses[reason], headers });
}
