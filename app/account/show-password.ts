export function showPasswords(place: HTMLElement): void {
  place.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLElement && target.matches(".show-password")) turn(place, target);
  });
}

function turn(place: HTMLElement, button: HTMLElement): void {
  const field = place.querySelector<HTMLInputElement>(`#${button.getAttribute("aria-controls")}`);
  if (!field) return;
  const show = field.type === "password";
  field.type = show ? "text" : "password";
  [button.textContent, button.dataset["other"]] = [button.dataset["other"] ?? "", button.textContent];
  button.ariaPressed = String(show);
}
