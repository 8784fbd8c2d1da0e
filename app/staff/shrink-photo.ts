import { widths } from "#domain/content/picture.ts";

const worthIt = 1_000_000;
/** Twice the widest that is kept, so that nothing of it is seen. */
const width = 2 * Math.max(...widths);

/** A phone's photo as it comes takes a slow line longer than a request may last. Whatever cannot be read goes as it is. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.type !== "image/jpeg" || file.size < worthIt) return file;
  try {
    const photo = await createImageBitmap(file);
    if (photo.width <= width) return file;
    const canvas = new OffscreenCanvas(width, Math.round((photo.height * width) / photo.width));
    const pen = canvas.getContext("2d");
    if (pen === null) return file;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const smaller = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
    return smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
