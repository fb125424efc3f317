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

/** The file the kernel locks. Stays empty and is never removed: a lock on a removed file has no effect. */
const LOCK_FILE = 'vonk.lock.sqlite';
/** Names the holder for people; nothing depends on it. */
const NOTE_FILE = 'vonk.lock';
/** SQLite's code for a locked file; the higher bits have the details. */
const SQLITE_BUSY = 5;
/** ms within which a process that has taken the lock has written its note. */
const NOTE_MS = 200;

/** Keeps the connections referenced: a garbage-collected one is closed and loses its lock. */
const locks = new Set<DatabaseSync>();

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/**
 * Locks a file until the connection is closed or the process ends; null if already locked. SQLite gives access to the
 * system's file locks (fcntl), which Node lacks. Nothing is written.
 */
function lockFile(file: string): DatabaseSync | null {
  const connection = new DatabaseSync(file);
  try {
    // On disk, a journal would exist beside the file while the lock is held.
    connection.exec('PRAGMA journal_mode = MEMORY');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    connection.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Replaced atomically, so that a reader never sees half of it. */
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
 * Locks the data folder against a second process. The kernel holds the lock; a frozen process keeps it, a dead one
 * does not. Throws LockedError with the holder, and errors of an unwritable folder.
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
  locks.add(lock);
  const unlock = async (): Promise<void> => {
    locks.delete(lock);
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
