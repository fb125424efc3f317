import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockedError, lockFolder } from './lock.ts';

let folder: string;
const now = new Date('2026-11-20T12:00:00Z');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bootId = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => 'unknown')).trim();

const heldBy = (pid: number, boot: string): Promise<void> =>
  writeFile(join(folder, 'vonk.lock'), JSON.stringify({ pid, startedAt: now.toISOString(), boot }));

it('gives the folder to the first, and back when it is done', async () => {
  const unlock = await lockFolder(folder, now);
  await unlock();
  await (await lockFolder(folder, now))();
});

it('refuses while another process lives, and names it', async () => {
  const other = spawn('sleep', ['30']);
  await heldBy(other.pid ?? 0, await bootId());
  await expect(lockFolder(folder, now)).rejects.toThrow(new RegExp(`in use by process ${other.pid}`));
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
  other.kill();
});

it('takes over from a process that was killed', async () => {
  const other = spawn('sleep', ['30']);
  await heldBy(other.pid ?? 0, await bootId());
  other.kill('SIGKILL');
  await once(other, 'exit');
  await (await lockFolder(folder, now))();
});

it('takes over a lock from before the machine was restarted', async () => {
  await heldBy(1, 'another boot');
  await (await lockFolder(folder, now))();
});

it('takes over a lock file that was cut short', async () => {
  await writeFile(join(folder, 'vonk.lock'), '{"pid": 1');
  await (await lockFolder(folder, now))();
});
