import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FolderStarters, kill, openFolderStarters } from '#server/testing/folder-lock/starters.ts';
import { LockedError, lockFolder } from './lock.ts';

let starters: FolderStarters;
let folder: string;
const now = new Date('2026-11-20T12:00:00Z');

beforeEach(async () => {
  starters = await openFolderStarters();
  folder = starters.folder;
});
afterEach(() => starters.close());

it('locks the folder and releases it', async () => {
  const unlock = await lockFolder(folder, now);
  await unlock();
  await (await lockFolder(folder, now))();
  expect(await readdir(folder)).not.toContain('vonk.lock');
});

it('refuses while another process has the lock, and names that process', async () => {
  const other = await starters.starter();
  expect(await other.tries()).toBe('held');
  await expect(lockFolder(folder, now)).rejects.toThrow(`in use by process ${other.child.pid} on `);
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
});

it('refuses a second time in the same process', async () => {
  const unlock = await lockFolder(folder, now);
  await expect(lockFolder(folder, now)).rejects.toThrow(`in use by process ${process.pid} on `);
  await unlock();
});

it('refuses while the holder is frozen', async () => {
  const other = await starters.starter();
  await other.tries();
  other.child.kill('SIGSTOP');
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
});

it('takes over from a process that was killed', async () => {
  const other = await starters.starter();
  await other.tries();
  await kill(other.child);
  await (await lockFolder(folder, now))();
});

it('refuses a container whose process has the same id', async () => {
  const [first, second] = [
    await starters.starter({ inNamespace: true }),
    await starters.starter({ inNamespace: true }),
  ];
  expect(await first.tries()).toBe('held');
  expect(JSON.parse(await readFile(join(folder, 'vonk.lock'), 'utf8'))).toMatchObject({ pid: 1 });
  expect(await second.tries()).toMatch(/in use by process 1 on /);
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
  await kill(first.child);
  await expect.poll(() => second.tries()).toBe('held');
});

it.each([
  ['of a process that lives in another container', JSON.stringify({ pid: 1, startedAt: 'x', boot: 'y' })],
  ['that was cut short', '{"pid": 1'],
])('ignores a note %s', async (_, note) => {
  await writeFile(join(folder, 'vonk.lock'), note);
  await (await lockFolder(folder, now))();
});
