export function wake(place: HTMLElement): void {
  place.addEventListener("click", () => print());
  // The tap that started this island may be over already, and then no click follows.
  if (place.querySelector("button:focus:not(:focus-visible, :active)")) print();
}
