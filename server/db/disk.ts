import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Bytes left on a disk below which it counts as full: four segments of PGlite's log. Where it finds no room for a new
 * segment, PGlite never returns, and the process with it.
 */
export const LEAST_FREE = 64 * 1024 * 1024;

/** The same error as the system's, so that it is told in the same way. */
const fullError = (folder: string): Error =>
  Object.assign(new Error(`less than ${LEAST_FREE} bytes are left for ${folder}`), { code: 'ENOSPC' });

const isFull = ({ bavail, bsize }: StatsFs): boolean => bavail * bsize < LEAST_FREE;

/** Throws ENOSPC when the disk of a folder is full. Asking takes microseconds. */
export function requireRoom(folder: string): void {
  if (isFull(statfsSync(folder))) throw fullError(folder);
}

/** Whether the disk of a folder is full; a folder that is not there yet has one with room. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const stat = await statfs(folder).catch(() => null);
  return stat !== null && isFull(stat);
}
