export function readId(text: string | undefined): bigint | null {
  return text !== undefined && /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
}
