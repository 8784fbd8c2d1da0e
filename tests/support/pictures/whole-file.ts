/** The least that a picture's file needs to look whole. */
export function wholeFile(name: string, words = name): Buffer {
  const content = Buffer.from(words.padEnd(16));
  switch (name.split(".").at(-1)) {
    case "jpeg":
      return Buffer.concat([Buffer.from("ffd8", "hex"), content, Buffer.from("ffd9", "hex")]);
    case "webp":
      return Buffer.concat([
        Buffer.from("RIFF"),
        length(content.length + 4, "little"),
        Buffer.from("WEBP"),
        content,
      ]);
    case "avif":
      return Buffer.concat([length(content.length + 8, "big"), Buffer.from("mdat"), content]);
    default:
      return content;
  }
}

function length(bytes: number, order: "little" | "big"): Buffer {
  const field = Buffer.alloc(4);
  if (order === "little") field.writeUInt32LE(bytes);
  else field.writeUInt32BE(bytes);
  return field;
}
