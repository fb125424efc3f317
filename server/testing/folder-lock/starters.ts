import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A process that tries to lock the folder on request. */
export interface Starter {
  child: ChildProcess;
  /** Tries once and returns the result. */
  tries(): Promise<string>;
}

export interface FolderStarters {
  folder: string;
  /** `inNamespace`: with its own process ids, as in a container. */
  starter(options?: { inNamespace?: boolean }): Promise<Starter>;
  /** Kills all processes and removes the folder. */
  close(): Promise<void>;
}

/** Without the right to create a PID namespace, a user namespace provides it. */
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
const unshare = ['unshare', ...asRoot, '--pid', '--fork', '--mount-proc', '--kill-child'];

/** A new data folder, and processes that try to lock it. */
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
      const nextLine = async () => String((await once(child.stdout, 'data'))[0]).trim();
      expect(await nextLine()).toBe('ready');
      return {
        child,
        tries: () => {
          child.stdin.write('now\n');
          return nextLine();
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

/** Fails unless in each round exactly one process locks the folder left by the killed winner of the previous round. */
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
    const refusals = answers.filter((answer) => answer.includes(`in use by process ${winner.child.pid} on `));
    expect(refusals).toHaveLength(count - 1);
    await kill(winner.child);
    starters[starters.indexOf(winner)] = await starter();
  }
}
