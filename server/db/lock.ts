import { accessSync, constants, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Another process has the data folder. */
export class LockedError extends Error {}

const holderSchema = z.object({ pid: z.number().int(), startedAt: z.string(), host: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** What the kernel locks. Stays empty and is never removed: a lock on a removed file keeps nobody out. */
const LOCK_FILE = 'vonk.lock.sqlite';
/** Tells people who has the lock; nothing depends on it. */
const NOTE_FILE = 'vonk.lock';
/** SQLite's code for a file that somebody else has locked; the rest of the number says more closely why. */
const SQLITE_BUSY = 5;
/** ms in which a process that has just taken the lock has also written its note. */
const NOTE_MS = 200;

/** A connection that is garbage collected is closed, and gives up its lock. */
const held = new Set<DatabaseSync>();

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/**
 * Locks a file until the connection is closed or the process ends, in whatever way; null while somebody has it. SQLite
 * is the way to the file locks of the system (fcntl), which Node itself does not offer. Nothing is written.
 */
function lockFile(file: string): DatabaseSync | null {
  const connection = new DatabaseSync(file);
  try {
    // On disk, a journal would lie beside the file as long as the lock lasts.
    connection.exec('PRAGMA journal_mode = MEMORY');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Replaced in one step, so that nobody reads half of it. */
function writeNote(file: string, holder: Holder): void {
  writeFileSync(`${file}.new`, JSON.stringify(holder));
  renameSync(`${file}.new`, file);
}

function readNote(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function holderInWords(holder: Holder | null): string {
  if (!holder) return 'another process';
  return `process ${holder.pid} on ${holder.host}, started ${holder.startedAt}`;
}

/**
 * Locks the data folder for this process: two openers destroy an embedded database silently. The kernel keeps the lock,
 * so no process id, container or clock has a part in it, a frozen holder still holds, and a dead one does not. Throws
 * LockedError that names the holder, and what the file system says when the folder cannot be written.
 */
export async function lockFolder(folder: string, now: Date): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  const note = join(folder, NOTE_FILE);
  const lock = lockFile(join(folder, LOCK_FILE));
  if (!lock) {
    await sleep(NOTE_MS);
    throw new LockedError(
      `The data folder ${folder} is in use by ${holderInWords(readNote(note))}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    );
  }
  held.add(lock);
  const unlock = async (): Promise<void> => {
    held.delete(lock);
    lock.close();
  };
  try {
    writeNote(note, { pid: process.pid, startedAt: now.toISOString(), host: hostname() });
  } catch (error) {
    await unlock();
    throw error;
  }
  return async () => {
    rmSync(note, { force: true });
    await unlock();
  };
}
