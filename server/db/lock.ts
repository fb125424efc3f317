import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export class LockedError extends Error {}

const holderSchema = z.object({ pid: z.number().int(), startedAt: z.string(), boot: z.string() });

/** Identifies the boot of the machine: a pid from before a restart may belong to another process now. */
async function bootId(): Promise<string> {
  return readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => 'unknown',
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function holderOf(file: string): Promise<z.infer<typeof holderSchema> | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Locks the data folder for this process: two openers destroy an embedded database silently. Throws LockedError
 * naming the live holder; the lock of a dead process is taken over.
 */
export async function lockFolder(folder: string, now: Date): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'vonk.lock');
  const boot = await bootId();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(JSON.stringify({ pid: process.pid, startedAt: now.toISOString(), boot }));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = await holderOf(file);
    if (holder && holder.boot === boot && holder.pid !== process.pid && isAlive(holder.pid)) {
      throw new LockedError(
        `The data folder ${folder} is in use by process ${holder.pid}, started ${holder.startedAt}. ` +
          'Stop that process, or set DATA_DIR to another folder.',
      );
    }
    await rm(file, { force: true });
  }
  throw new LockedError(`The data folder ${folder} could not be locked; another start is under way.`);
}
