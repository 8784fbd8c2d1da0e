/** An address of this site to continue at, or null for anything that could lead elsewhere. */
export function internalAddress(asked: string | null): string | null {
  if (asked === null || asked.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked)) return null;
  const url = URL.parse(asked, "https://fund.example");
  if (url?.origin !== "https://fund.example" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}
