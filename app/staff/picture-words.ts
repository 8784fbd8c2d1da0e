import type { PictureRefusal, TooOften } from "#domain/content/picture.ts";

export type Words = { title: string; text: string };

export const uploadFailed: Words = {
  title: "Upload failed",
  text: "There was an error uploading your image. Please try again.",
};

export const refusalWords: Record<PictureRefusal | TooOften["refused"], Words> = {
  "not-a-picture": { title: "Invalid file type", text: "Please select an image file." },
  "too-large": { title: "File too large", text: "Please select an image smaller than 5MB." },
  "too-many-pixels": {
    title: "Image too large",
    text: "Please select an image of at most 40 million pixels, such as 7,000 by 5,700.",
  },
  "too-tall": {
    title: "Image too tall",
    text: "Please select an image no more than 3 times as tall as it is wide.",
  },
  damaged: { title: "Upload failed", text: "This image is damaged. Please select another one." },
  unavailable: {
    title: "Upload failed",
    text: "The image could not be stored, because the file store does not work now. Please try again in a few minutes.",
  },
  "too-often": { title: "Upload failed", text: "You have uploaded many images. Please wait an hour." },
};

/** Without script, the field shows both. */
export const inOneLine = ({ title, text }: Words) => `${title}. ${text}`;
