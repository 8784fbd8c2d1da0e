import { buffer } from "node:stream/consumers";
import { encode, type Encoded } from "./decode-and-encode.ts";
import { readShareOrder, shareImage } from "./share-words.ts";

const [kind, mostMilliseconds, mostBytes] = process.argv.slice(2);
if (kind !== "upload" && kind !== "drawing" && kind !== "share")
  throw new Error(`unknown kind of picture: ${kind}`);

// Decoding runs in other threads, so this loop is free to watch it. Its CPU time counts, not its waiting time.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const isTooMuch =
    (user + system) / 1000 > Number(mostMilliseconds) || process.memoryUsage.rss() > Number(mostBytes);
  if (isTooMuch) process.kill(process.pid, "SIGKILL");
}, 20).unref();
// Ctrl-C in the server's terminal also reaches this process, but the server still finishes its current work.
process.on("SIGINT", () => undefined);

const bytes = await buffer(process.stdin);
const outcome = kind === "share" ? await drawShare(bytes) : await encode(kind, bytes);
if ("refused" in outcome) process.stdout.write(`${JSON.stringify(outcome)}\n`);
else {
  const { width, height, files } = outcome;
  const listed = files.map(({ name, body }) => ({ name, size: body.length }));
  process.stdout.write(`${JSON.stringify({ width, height, files: listed })}\n`);
  for (const { body } of files) process.stdout.write(body);
}

async function drawShare(order: Buffer): Promise<Encoded> {
  // Loaded here: an upload needs neither the fonts nor the text layout.
  const { drawShareImage } = await import("./draw-share-image.ts");
  const { words, photo } = readShareOrder(order);
  const { width, height, name } = shareImage;
  return { width, height, files: [{ name, body: await drawShareImage(words, photo) }] };
}
