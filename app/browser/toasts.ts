const displayTime = 10_000;

export type Toast = { tone: "success" | "error" | "info"; title: string; text?: string };

/** A message closes after 10 seconds, but not while someone reads it. The page itself also says what failed. */
export function showToasts(): void {
  showToastsIn(document.querySelector<HTMLElement>(".toasts"), document);
}

/** A dialog covers the page's messages, so it has its own. */
export function showToastsIn(region: HTMLElement | null, source: EventTarget): void {
  if (!region) return;
  region.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-close-toast]")) {
      event.target.closest(".toast")?.remove();
    }
  });
  region.querySelectorAll<HTMLElement>(".toast").forEach(letGo);
  source.addEventListener("amana:toast", (event) => {
    if (event instanceof CustomEvent) region.append(made(event.detail, region.dataset["closeLabel"] ?? ""));
  });
}

function made({ tone, title, text }: Toast, closeLabel: string): HTMLElement {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.dataset["tone"] = tone;
  const words = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = title;
  words.append(strong, text ?? "");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.textContent = "×";
  close.ariaLabel = closeLabel;
  close.dataset["closeToast"] = "";
  toast.append(words, close);
  letGo(toast);
  return toast;
}

function letGo(toast: HTMLElement): void {
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => toast.remove(), displayTime);
  };
  const hold = () => clearTimeout(timer);
  for (const name of ["pointerenter", "focusin"]) toast.addEventListener(name, hold);
  for (const name of ["pointerleave", "focusout"]) toast.addEventListener(name, wait);
  document.addEventListener("visibilitychange", () => (document.hidden ? hold() : wait()));
  wait();
}
