import type { Picture } from "#domain/content/picture.ts";
import { uploadFailed, type Words } from "./picture-words.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

type Sent = { picture: Picture } | { failed: Words };
export type Sending = { done: Promise<Sent>; stop(): void };

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendPicture(file: File, onProgress: (percent: number) => void): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100));
    request.onload = () => resolve(readAnswer(request));
    request.onerror = () => resolve({ failed: uploadFailed });
  });
  let stopped = false;
  void shrinkPhoto(file).then((body) => {
    if (stopped) return;
    request.open("POST", "/admin/pictures");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(body);
  });
  const stop = () => {
    stopped = true;
    request.abort();
  };
  return { done, stop };
}

function readAnswer({ responseText, responseURL }: XMLHttpRequest): Sent {
  if (new URL(responseURL).pathname === "/auth")
    return { failed: { title: "Auth session missing!", text: "Please sign in again in another tab." } };
  const answer = parsed(responseText);
  const { id, width, height, title, message } = answer;
  if (typeof id === "string" && typeof width === "number" && typeof height === "number")
    return { picture: { id, width, height } };
  if (typeof title === "string" && typeof message === "string") return { failed: { title, text: message } };
  return { failed: uploadFailed };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
