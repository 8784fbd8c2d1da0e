import { widths } from "#domain/content/picture.ts";

const worthIt = 1_000_000;
/** Twice the widest stored picture, so that the loss is not visible. */
const width = 2 * Math.max(...widths);

/**
 * On a slow connection, uploading a phone's full photo takes longer than a request may last. A file that cannot be
 * decoded is sent unchanged.
 */
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
