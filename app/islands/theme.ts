export function toggleTheme(): void {
  document.querySelector(".theme-toggle")?.addEventListener("click", () => {
    const { dataset } = document.documentElement;
    const now = dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    dataset["theme"] = next;
    localStorage.setItem("theme", next);
  });
}
