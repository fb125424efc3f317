import { type StatsFs, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Free bytes below which a disk counts as full: four segments of PGlite's log. Without room for a new segment PGlite
 * never returns, and the process hangs with it.
 */
export const LEAST_FREE = 64 * 1024 * 1024;

/** The system's own error, so that it is reported in the same way. */
const fullError = (folder: string): Error =>
  Object.assign(new Error(`Less than ${LEAST_FREE} bytes free on the disk of ${folder}`), { code: 'ENOSPC' });

const isFull = ({ bavail, bsize }: StatsFs): boolean => bavail * bsize < LEAST_FREE;

/** Throws ENOSPC if the folder's disk is full. The check takes microseconds. */
export function requireRoom(folder: string): void {
  if (isFull(statfsSync(folder))) throw fullError(folder);
}

/** Whether the disk of a folder is full; false for a folder that does not exist yet. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const stat = await statfs(folder).catch(() => null);
  return stat !== null && isFull(stat);
}
