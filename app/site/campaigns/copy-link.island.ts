import type { CopyLinkProps } from "./copy-link.tsx";

/** One click handler, so it works without React. */
export function wake(place: HTMLElement): void {
  const props: CopyLinkProps = JSON.parse(place.dataset["props"] ?? "{}");
  const button = place.querySelector("button");
  button?.addEventListener("click", () => void copy(props));
  // The tap that started this island may be over already. Keyboard focus is visible, so it does not count as a tap.
  if (button?.matches(":focus:not(:focus-visible)")) void copy(props);
}

async function copy({ address, copied, failed, failedText }: CopyLinkProps): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ tone: "success", title: copied });
  } catch {
    // The clipboard is missing without TLS, or the visitor has blocked it.
    showToast({ tone: "error", title: failed, text: failedText });
  }
}

function showToast(detail: { tone: "success" | "error"; title: string; text?: string }): void {
  document.dispatchEvent(new CustomEvent("amana:toast", { detail }));
}
