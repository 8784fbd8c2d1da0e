import { statfs } from "node:fs/promises";

export type Disk = { free: number; percentFree: number };

export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return { free: bavail * bsize, percentFree: Math.round((bavail / blocks) * 100) };
}

/** PostgreSQL begins a new file of 16 MB for its next changes. Without it, the embedded one stops. */
const leastFree = 16 << 20;

export const isFull = ({ free }: Disk): boolean => free < leastFree;
