export type CopyWords = { copied: string; failed: string; failedText: string };

/** The clipboard is missing without TLS, or the visitor has blocked it. */
export async function copyText(text: string, { copied, failed, failedText }: CopyWords): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: "success", title: copied });
  } catch {
    showToast({ tone: "error", title: failed, text: failedText });
  }
}

function showToast(detail: { tone: "success" | "error"; title: string; text?: string }): void {
  document.dispatchEvent(new CustomEvent("amana:toast", { detail }));
}
