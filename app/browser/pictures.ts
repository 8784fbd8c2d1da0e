/** The page shows its pattern in the place of a picture that failed; here it is only said which one it was. */
export function tellLostPictures(): void {
  const tell = (target: unknown) => {
    if (target instanceof HTMLImageElement) console.warn("No picture", target.currentSrc);
  };
  // Some fail before this script is there, and an error of an image does not bubble.
  for (const image of document.images) if (image.complete && !image.naturalWidth) tell(image);
  addEventListener("error", ({ target }) => tell(target), true);
}
