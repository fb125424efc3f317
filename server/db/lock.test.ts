import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockedError, lockFolder } from './lock.ts';

let folder: string;
let opened: ChildProcess[];
const now = new Date('2026-11-20T12:00:00Z');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vonk-lock-'));
  opened = [];
});
afterEach(async () => {
  for (const child of opened) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** A process that wants the folder when it is asked to. */
interface Starter {
  child: ChildProcess;
  /** What it says next. */
  said(): Promise<string>;
  /** Tries once; answers what came of it. */
  tries(): Promise<string>;
}

/** Without the right to make a namespace for processes, one for users gives it. */
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const unshare = ['unshare', ...asRoot, '--pid', '--fork', '--mount-proc', '--kill-child'];

/** `inNamespace`: with process ids of its own, as in a container. */
async function starter({ inNamespace = false } = {}): Promise<Starter> {
  const [program = '', ...rest] = [
    ...(inNamespace ? unshare : []),
    process.execPath,
    'server/testing/hold-folder.ts',
    folder,
  ];
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  opened.push(child);
  const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
  expect(await said()).toBe('ready');
  return {
    child,
    said,
    tries: () => {
      child.stdin.write('now\n');
      return said();
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

it('gives the folder to the first, and back when it is done', async () => {
  const unlock = await lockFolder(folder, now);
  await unlock();
  await (await lockFolder(folder, now))();
  expect(await readdir(folder)).not.toContain('vonk.lock');
});

it('refuses while another process has it, and names that one', async () => {
  const other = await starter();
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
  const other = await starter();
  await other.tries();
  other.child.kill('SIGSTOP');
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
});

it('takes over from a process that was killed', async () => {
  const other = await starter();
  await other.tries();
  await kill(other.child);
  await (await lockFolder(folder, now))();
});

it('lets nobody in beside a container whose process has the same id', async () => {
  const [first, second] = [await starter({ inNamespace: true }), await starter({ inNamespace: true })];
  expect(await first.tries()).toBe('held');
  expect(JSON.parse(await readFile(join(folder, 'vonk.lock'), 'utf8'))).toMatchObject({ pid: 1 });
  expect(await second.tries()).toMatch(/in use by process 1 on /);
  await expect(lockFolder(folder, now)).rejects.toThrow(LockedError);
  await kill(first.child);
  await expect.poll(() => second.tries()).toBe('held');
});

it('has one holder when ten start at once on what a killed one left, twenty times', {
  timeout: 120_000,
}, async () => {
  const starters = await Promise.all(Array.from({ length: 10 }, () => starter()));
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(starters.map((one) => one.tries()));
    const winners = starters.filter((_, at) => answers[at] === 'held');
    expect(winners, `round ${round}: ${answers.join(' · ')}`).toHaveLength(1);
    const [winner] = winners;
    if (!winner) continue;
    const told = answers.filter((answer) => answer.includes(`in use by process ${winner.child.pid} on `));
    expect(told).toHaveLength(9);
    await kill(winner.child);
    starters[starters.indexOf(winner)] = await starter();
  }
});

it.each([
  ['of a process that lives in another container', JSON.stringify({ pid: 1, startedAt: 'x', boot: 'y' })],
  ['that was cut short', '{"pid": 1'],
])('minds no note %s', async (_, note) => {
  await writeFile(join(folder, 'vonk.lock'), note);
  await (await lockFolder(folder, now))();
});
