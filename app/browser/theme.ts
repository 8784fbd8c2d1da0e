/** Runs in the head, so that it also works if the other scripts do not arrive. */
export function toggleTheme(): void {
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element && target.closest(".theme-toggle"))) return;
    const { dataset } = document.documentElement;
    const now = dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    dataset["theme"] = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Without storage, the page still shows the chosen theme.
    }
  });
}
