import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const inMemory = "/dev/shm";
/** The databases of a whole test run take about 2 GB. A memory folder of a container often has 64 MB. */
const roomNeeded = 6e9;

/** A folder in memory for the cluster of the tests, or the usual folder if there is too little room. */
export async function memoryFolder(): Promise<string> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= roomNeeded ? inMemory : tmpdir();
}
