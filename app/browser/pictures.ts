/** CSS shows the pattern for a failed picture; this only reports the failure. It runs in the head, before any picture fails. */
export function replaceMissingPictures(): void {
  const announce = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) console.warn("No picture", target.currentSrc);
  };
  // An image's error event does not bubble.
  addEventListener("error", announce, true);
}
