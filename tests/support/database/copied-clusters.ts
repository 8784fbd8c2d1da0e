import child_process, { type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

/** A folder for the first cluster of each kind. Programs of a test inherit its name. */
export const keptClusters = "KEPT_CLUSTERS";

const { spawn: usual, spawnSync } = child_process;
const dataOption = "--pgdata=";

/**
 * initdb takes 0.4 s of the processor, and some fifty tests make a cluster. The first with the same options is kept,
 * and later ones are copies. They have its identifier.
 */
export function copyClusters(): void {
  const folder = process.env[keptClusters];
  if (folder === undefined || child_process.spawn !== usual) return;
  const spawn = new Proxy(usual, {
    apply(target, self, args) {
      const words = [args[0], args[1]].flat().map(String);
      const data = words.find((each) => each.startsWith(dataOption))?.slice(dataOption.length);
      if (!words[0]?.endsWith("/initdb") || data === undefined) return Reflect.apply(target, self, args);
      const kind = [...words.filter((each) => !each.startsWith(dataOption)), args[2]?.uid].join("\n");
      const kept = join(folder, createHash("sha256").update(kind).digest("hex"));
      if (existsSync(kept)) return usual("/bin/cp", ["-a", kept, data]);
      const child: ChildProcess = Reflect.apply(target, self, args);
      child.once("close", (code) => code === 0 && keep(data, kept));
      return child;
    },
  });
  Object.assign(child_process, { spawn });
  syncBuiltinESMExports();
}

/** Under another name until it is complete. Of two at a time, the first stays. */
function keep(data: string, kept: string): void {
  const unfinished = `${kept}.${process.pid}`;
  spawnSync("/bin/cp", ["-a", data, unfinished]);
  try {
    renameSync(unfinished, kept);
  } catch {
    rmSync(unfinished, { recursive: true });
  }
}
