import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set<ChildProcess>();

/** Starts a program as the leader of its own process group. */
export function start(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Ends every running group: SIGTERM, and SIGKILL after three seconds. */
export async function endAll(): Promise<void> {
  for (const child of running) signalGroup(child, 'SIGTERM');
  for (let waited = 0; waited < 3000 && running.size > 0; waited += 100) await sleep(100);
  for (const child of running) signalGroup(child, 'SIGKILL');
}
