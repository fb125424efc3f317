// Processor time of a step: what its processes use, also browsers that end without being waited for. Linux only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Process times are counted in hundredths of a second. */
const TICKS = 100;
const SAMPLE_MS = 500;

interface Row {
  /** With the time of its start, because process ids are reused. */
  id: string;
  pid: number;
  parent: number;
  seconds: number;
  /** Of children that ended and were waited for. */
  endedSeconds: number;
}

function readRow(pid: number | 'self'): Row[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const number = (at: number) => Number(fields[at]);
    return [
      {
        id: `${pid} ${fields[19]}`,
        pid: Number(pid),
        parent: number(1),
        seconds: (number(11) + number(12)) / TICKS,
        endedSeconds: (number(13) + number(14)) / TICKS,
      },
    ];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** Of children of this process, with their children, that have ended. */
const endedSeconds = (): number => readRow('self')[0]?.endedSeconds ?? 0;

/** Steps that are measured now, and `endedSeconds()` when the last of them ended. */
const current = { steps: 0, endedSeconds: 0 };

/** Measures the processes whose ancestor is added. Steps that run at the same time each need their own. */
export function measureCpu() {
  if (current.steps === 0) current.endedSeconds = endedSeconds();
  current.steps += 1;
  const pids = new Set<number>();
  const seconds = new Map<string, number>();
  const sample = () => {
    const rows = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readRow(Number(name)) : []));
    for (let size = 0; size < pids.size; ) {
      size = pids.size;
      for (const { pid, parent } of rows) if (pids.has(parent)) pids.add(pid);
    }
    for (const row of rows) if (pids.has(row.pid)) seconds.set(row.id, row.seconds);
  };
  const timer = existsSync('/proc/self/stat') ? setInterval(sample, SAMPLE_MS) : undefined;
  return {
    add: (pid: number) => pids.add(pid),
    /** Seconds; undefined where they cannot be read. To be called as soon as the step's own process has ended. */
    end(): number | undefined {
      clearInterval(timer);
      const ended = endedSeconds() - current.endedSeconds;
      current.endedSeconds += ended;
      current.steps -= 1;
      const sampled = [...seconds.values()].reduce((sum, one) => sum + one, 0);
      // Samples miss the end of each process, the sum of ended processes misses those without a living parent.
      return timer && Math.max(sampled, ended);
    },
  };
}
