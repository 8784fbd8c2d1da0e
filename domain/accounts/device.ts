/** Browser and system names for the account's owner, read from the User-Agent header. Null if unknown. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser}, ${system}`;
  return browser ?? system;
}

// Most browsers also claim to be those further down, so test the most specific word first.
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
