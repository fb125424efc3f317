import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to the broadcasters of the product with this process id. */
export function signalCast(product: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [parent, program] = [parentOf(pid), read(`/proc/${pid}/cmdline`)];
    if (parent === product && program.includes('demo/run.ts')) process.kill(Number(pid), signal);
  }
}

/** The fourth field of proc(5) stat, after a name that may contain spaces. */
const parentOf = (pid: string): number =>
  Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[1] ?? 0,
  );

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
