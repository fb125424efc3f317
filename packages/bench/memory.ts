import { readdirSync, readlinkSync } from 'node:fs';
import { getHeapCodeStatistics, queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory in bytes after a garbage collection. */
export interface Memory {
  heap: number;
  /** V8's data about functions, part of the heap; it grows while V8 finds functions to compile. */
  code: number;
  /** Buffers and other memory outside the heap. */
  external: number;
  /** Of the whole process; may include freed memory that is kept for reuse. */
  resident: number;
}

let collector: (() => void) | null = null;

function collect(): void {
  if (!collector) {
    setFlagsFromString('--expose_gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}

export function memoryNow(): Memory {
  // Objects freed by the first collection may hold others that only the second one frees.
  for (let round = 0; round < 3; round += 1) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return { heap: heapUsed, code: code + bytecode, external, resident: rss };
}

/** Number of JavaScript objects after a collection; any leak increases it. Node warns that it is experimental. */
export const countObjects = (): number => queryObjects(Object, { format: 'count' });

/** Number of the process's sockets, of its UDP sockets, and of timers that keep it alive. */
export interface OpenResources {
  sockets: number;
  datagrams: number;
  timers: number;
}

export function openResources(): OpenResources {
  const isSocket = (descriptor: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('socket:');
    } catch {
      // The descriptor of the folder itself, which is closed by now.
      return false;
    }
  };
  const active = process.getActiveResourcesInfo();
  return {
    sockets: readdirSync('/proc/self/fd').filter(isSocket).length,
    datagrams: active.filter((name) => name === 'UDPWrap').length,
    timers: active.filter((name) => name === 'Timeout').length,
  };
}

type Sample = readonly [x: number, y: number];

export interface Slope {
  /** Slope of y over x, by least squares. */
  perX: number;
  /** Standard error of the slope; NaN for fewer than three samples. */
  error: number;
}

/** Fits a line to samples with different x. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const mean = (pick: 0 | 1) => samples.reduce((sum, sample) => sum + sample[pick], 0) / samples.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const perX = samples.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const rest = samples.reduce((sum, [at, value]) => sum + (value - y - perX * (at - x)) ** 2, 0);
  return { perX, error: Math.sqrt(rest / (samples.length - 2) / spread) };
}

/** Whether the slope is zero within twice its error, as for 19 of 20 flat lines. */
export const isFlat = ({ perX, error }: Slope): boolean => Math.abs(perX) <= 2 * error;
