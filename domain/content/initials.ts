export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{Lu}[^.]*$/u.test(word));
  return [words[0], words.at(-1)].map((word) => word?.[0] ?? "").join("");
}
