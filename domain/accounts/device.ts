/** A browser in the words of its owner, from what it says of itself; null where it says nothing that we know. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser}, ${system}`;
  return browser ?? system;
}

// Nearly all claim to be the ones further down: the most particular word decides.
const browsers: [RegExp, string][] = [
  [/OPR\/|Opera|OPiOS/, "Opera"],
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/UCBrowser/, "UC Browser"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];

const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

function nameIn(known: [RegExp, string][], userAgent: string): string | null {
  return known.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}
