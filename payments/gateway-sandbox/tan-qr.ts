const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, "0")}${value}`;

/** A text in EMV's form and of a real one's length. The merchant account is invented. */
export function tanQr(token: string, amount: string): string {
  const text = [
    field("00", "01"),
    field("01", "12"),
    field("26", field("00", "tz.example.payments") + field("01", "00000000001234567") + field("02", token)),
    field("52", "8398"),
    field("53", "834"),
    field("54", amount),
    field("58", "TZ"),
    field("59", "UNIVERSITY COMMUNITY FUND"),
    field("60", "MOROGORO"),
    field("62", field("01", token)),
    "6304",
  ].join("");
  return text + checksum(text);
}

/** CRC-16 as EMV demands it: polynomial 0x1021, begun with 0xFFFF. */
function checksum(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, "0");
}
