import { readFile } from "node:fs/promises";

/** Null if the demonstration has no such drawing. */
export async function readDrawing(name: string): Promise<Buffer | null> {
  try {
    return await readFile(new URL(`pictures/${name}.svg`, import.meta.url));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
