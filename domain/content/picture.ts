export type Picture = { id: string; width: number; height: number };

export const widths = [360, 720, 1200] as const;
export const formats = ["avif", "webp", "jpeg"] as const;

export type PictureFormat = (typeof formats)[number];
export type PictureFile = { name: string; width: number; format: PictureFormat };

/** A picture is never enlarged, so a small one has only its own width. */
export function pictureFiles(sourceWidth: number): PictureFile[] {
  return formats.flatMap((format) => pictureFilesIn(format, sourceWidth));
}

export function pictureFilesIn(format: PictureFormat, sourceWidth: number): PictureFile[] {
  const fitting = widths.filter((width) => width <= sourceWidth);
  const kept = fitting.length > 0 ? fitting : [sourceWidth];
  return kept.map((width) => ({ name: `${width}.${format}`, width, format }));
}

export function pictureAddress(picture: Picture, file: PictureFile): string {
  return `/media/${picture.id}/${file.name}`;
}

/** Older ids were shorter than 128 bits, and drawings' ids still are. */
export const isPictureFile = (id: string, name: string): boolean =>
  /^(?:[0-9a-f]{24}|[0-9a-f]{32})$/.test(id) &&
  /^[1-9][0-9]{0,3}\.[a-z]+$/.test(name) &&
  formatOf(name) !== undefined;

export const formatOf = (name: string): PictureFormat | undefined =>
  formats.find((known) => name.endsWith(`.${known}`));

/** The point that stays visible in every crop, in percent from the left and top edge. */
export type Focus = { x: number; y: number };
export const centre: Focus = { x: 50, y: 50 };

/** Pages crop with one class for each step, because their content security policy allows no inline styles. */
export const focusStep = 10;

export function nearestFocus(x: number, y: number): Focus {
  return { x: nearestStep(x), y: nearestStep(y) };
}

function nearestStep(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / focusStep) * focusStep));
}

type Size = { width: number; height: number };

/** The part of a picture that fills a frame around this point, as `object-fit: cover` does in browsers. */
export function cropAround(
  { width, height }: Size,
  frame: Size,
  { x, y }: Focus,
): Size & { left: number; top: number } {
  const scale = Math.min(width / frame.width, height / frame.height);
  const cut = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) };
  const left = Math.round(((width - cut.width) * x) / 100);
  return { ...cut, left, top: Math.round(((height - cut.height) * y) / 100) };
}

export const longestAlt = 300;

export const largestUpload = 5 * 1024 * 1024;

export const pictureRefusals = [
  "not-a-picture",
  "too-large",
  "too-many-pixels",
  "too-tall",
  "damaged",
] as const;
/** `unavailable`: the picture is good, and its store fails. */
export type PictureRefusal = (typeof pictureRefusals)[number] | "unavailable";
export type Refusal = { refused: PictureRefusal };
/** The picture was not read. `retryAfter` is in seconds. */
export type TooOften = { refused: "too-often"; retryAfter: number };
