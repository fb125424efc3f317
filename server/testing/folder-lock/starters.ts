import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A process that wants the folder when it is asked to. */
export interface Starter {
  child: ChildProcess;
  /** Tries once; answers what came of it. */
  tries(): Promise<string>;
}

export interface FolderStarters {
  folder: string;
  /** `inNamespace`: with process ids of its own, as in a container. */
  starter(options?: { inNamespace?: boolean }): Promise<Starter>;
  /** Kills all processes and removes the folder. */
  close(): Promise<void>;
}

/** Without the right to make a namespace for processes, one for users gives it. */
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const unshare = ['unshare', ...asRoot, '--pid', '--fork', '--mount-proc', '--kill-child'];

/** A new data folder, and processes that want it. */
export async function openFolderStarters(): Promise<FolderStarters> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-lock-'));
  const opened: ChildProcess[] = [];
  return {
    folder,
    async starter({ inNamespace = false } = {}) {
      const [program = '', ...rest] = [
        ...(inNamespace ? unshare : []),
        process.execPath,
        'server/testing/folder-lock/hold-folder.ts',
        folder,
      ];
      const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
      opened.push(child);
      const said = async () => String((await once(child.stdout, 'data'))[0]).trim();
      expect(await said()).toBe('ready');
      return {
        child,
        tries: () => {
          child.stdin.write('now\n');
          return said();
        },
      };
    },
    close: async () => {
      for (const child of opened) child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Fails unless in each round one of them gets the folder that the killed winner of the round before has left. */
export async function expectOneHolder(
  { starter }: FolderStarters,
  { count, rounds }: { count: number; rounds: number },
): Promise<void> {
  const starters = await Promise.all(Array.from({ length: count }, () => starter()));
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(starters.map((one) => one.tries()));
    const winners = starters.filter((_, at) => answers[at] === 'held');
    expect(winners, `round ${round}: ${answers.join(' · ')}`).toHaveLength(1);
    const [winner] = winners;
    if (!winner) continue;
    const told = answers.filter((answer) => answer.includes(`in use by process ${winner.child.pid} on `));
    expect(told).toHaveLength(count - 1);
    await kill(winner.child);
    starters[starters.indexOf(winner)] = await starter();
  }
}
