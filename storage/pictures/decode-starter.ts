import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { readOrder, type Answer, type Order } from "./decode-in-process.ts";

// Linux copies the page tables of a process that starts another, which stops a server of 400 MB for 40 ms. This
// process is small and handles no requests, so it starts the encoders for the server.
process.on("message", async (message) => process.send?.(await encodeOne(readOrder(message))));
process.on("disconnect", () => process.exit());
// Ctrl-C in the server's terminal also reaches this process, but the server still finishes its current work.
process.on("SIGINT", () => undefined);

async function encodeOne({ number, kind, bytes, limits }: Order): Promise<Answer> {
  const script = [
    resolve("storage/pictures/decode-process.ts"),
    kind,
    String(limits.milliseconds),
    String(limits.bytes),
  ];
  // The demonstration's drawings are encoded before the site is open.
  const niceness = kind === "drawing" ? "0" : "10";
  const child = spawn("nice", ["-n", niceness, process.execPath, "--max-old-space-size=64", ...script], {
    timeout: limits.wait,
    killSignal: "SIGKILL",
  });
  // A process that ends early stops reading. The reason is reported below.
  child.stdin.on("error", () => undefined).end(bytes);
  const [output, complaint] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { number, signal: child.signalCode, code: child.exitCode, output, complaint };
}
