const threshold = 95;

/** A slide presses the button at its end, and returns from anywhere else. */
export function watchSlide(slide: HTMLInputElement, able: () => boolean, press: () => void): void {
  slide.addEventListener("pointerdown", (event) => {
    if (able()) return onlyByItsHandle(slide, event);
    event.preventDefault();
    press();
  });
  slide.addEventListener("input", () => {
    if (Number(slide.value) >= threshold) press();
    else if (!able()) slide.value = "0";
  });
  for (const name of ["pointerup", "pointercancel", "blur"])
    slide.addEventListener(name, () => {
      if (Number(slide.value) < threshold) slide.value = "0";
    });
}

/** A tap on the far end of the track does not count. */
function onlyByItsHandle(slide: HTMLInputElement, event: PointerEvent): void {
  const handle = 60;
  const { left, width } = slide.getBoundingClientRect();
  const at = left + (Number(slide.value) / 100) * (width - handle);
  if (event.clientX < at || event.clientX > at + handle) event.preventDefault();
}
