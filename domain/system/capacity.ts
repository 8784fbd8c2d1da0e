/** The machine, or the part of it that this site may use. */
export type Machine = {
  cores: number;
  /** In bytes. */
  memory: number;
};

const megabyte = 1024 * 1024;

/** A web process with its pages, and the database connections that it keeps busy. */
const memoryOfWebProcess = 512 * megabyte;

/** One core stays for PostgreSQL and the jobs. */
export function usualWebProcesses({ cores, memory }: Machine): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(memory / memoryOfWebProcess)));
}

/** Connections of the main pool of one web process. Many processes need fewer connections each. */
export function poolSizeOf(webProcesses: number): number {
  return webProcesses === 1 ? 10 : Math.max(5, Math.ceil(20 / webProcesses));
}

/** Two exports, saved changes that wait for other processes, and the listener. */
const otherConnections = 6;
/** Jobs, commands and backups. */
const outsideWebProcesses = 24;

/** The most connections that the site opens, with all its processes. */
export function mostConnections(webProcesses: number): number {
  const pool = poolSizeOf(webProcesses);
  const pools = pool + pool + Math.ceil(pool / 2);
  return webProcesses * (pools + otherConnections) + outsideWebProcesses;
}
