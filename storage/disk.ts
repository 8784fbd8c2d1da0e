import { statfs } from "node:fs/promises";

export type Disk = { free: number; percentFree: number };

export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { free: bavail * bsize, percentFree: Math.round((bavail / blocks) * 100) };
}
