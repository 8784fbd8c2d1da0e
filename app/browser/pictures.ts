/** CSS shows the pattern for a failed picture; this only reports the failure. */
export function replaceMissingPictures(): void {
  const announce = (target: unknown) => {
    if (target instanceof HTMLImageElement) console.warn("No picture", target.currentSrc);
  };
  // Some pictures fail before this script runs, and an image's error event does not bubble.
  for (const image of document.images) if (image.complete && !image.naturalWidth) announce(image);
  addEventListener("error", ({ target }) => announce(target), true);
}
