import type { CopyLinkGiven } from "./copy-link.tsx";

/** One click handler, so it does without React. */
export function wake(place: HTMLElement): void {
  const given: CopyLinkGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const button = place.querySelector("button");
  button?.addEventListener("click", () => void copy(given));
  // The tap that woke it may be over before this script came. A key leaves the focus ring, so it is not taken for one.
  if (button?.matches(":focus:not(:focus-visible)")) void copy(given);
}

async function copy({ address, copied, failed, failedText }: CopyLinkGiven): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    tell({ tone: "success", title: copied });
  } catch {
    // No clipboard without TLS, or the visitor forbids it.
    tell({ tone: "error", title: failed, text: failedText });
  }
}

function tell(detail: { tone: "success" | "error"; title: string; text?: string }): void {
  document.dispatchEvent(new CustomEvent("amana:toast", { detail }));
}
