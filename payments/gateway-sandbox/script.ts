/** Sent unchanged. Pages also work without it: forms post, and waiting pages reload. */
export const script = `
const body = document.body;
body.classList.add("scripted");

body.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (!key) return;
  const pin = key.form.elements.pin;
  pin.value = key.dataset.key === "back" ? pin.value.slice(0, -1) : (pin.value + key.dataset.key).slice(0, 4);
  if (pin.value.length === 4) key.form.querySelector('[value="approve"]').focus();
});

async function showAnew() {
  const answer = await fetch(location.href, { redirect: "manual" });
  if (answer.type === "opaqueredirect") return location.reload();
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const old = document.querySelector("main");
  if (!fresh || old.innerHTML === fresh.innerHTML) return;
  const focused = document.activeElement?.id;
  const typed = new Map([...old.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value]));
  old.replaceWith(fresh);
  for (const field of fresh.querySelectorAll("input[id], select[id]")) if (typed.has(field.id)) field.value = typed.get(field.id);
  if (focused) document.getElementById(focused)?.focus();
  document.getElementById("announcement").textContent = fresh.dataset.news ?? "";
}

if (body.dataset.live) {
  const events = new EventSource(body.dataset.live);
  events.onmessage = () => void showAnew();
  body.addEventListener("submit", () => events.close());
}
`;
