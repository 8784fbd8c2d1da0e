export function wake(place: HTMLElement): void {
  place.addEventListener("click", () => print());
}
