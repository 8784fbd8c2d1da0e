export function toggleTheme(): void {
  document.querySelector(".theme-toggle")?.addEventListener("click", () => {
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
