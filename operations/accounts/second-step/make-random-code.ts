import { randomBytes } from "node:crypto";

// Leaves out 0, o, 1, i and l, which people confuse when they copy from paper or a screen.
const characters = "abcdefghjkmnpqrstuvwxyz23456789";
// Larger bytes would make the first characters of the alphabet more likely.
const fairBytes = 256 - (256 % characters.length);

/** A random code in groups that are easy to read aloud. Each character adds just under 5 bits. */
export function inventCode(length: number, group: number): string {
  let code = "";
  while (code.length < length)
    for (const byte of randomBytes(length - code.length))
      if (byte < fairBytes) code += characters.charAt(byte % characters.length);
  return code.replace(new RegExp(`(.{${group}})(?=.)`, "g"), "$1-");
}
