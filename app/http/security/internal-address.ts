/** An address of this site to continue at, or null for anything that could lead elsewhere. */
export function internalAddress(address: string | null): string | null {
  if (address === null || address.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(address))
    return null;
  const url = URL.parse(address, "https://fund.example");
  if (url?.origin !== "https://fund.example" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}
