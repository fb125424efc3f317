import { readdirSync, readlinkSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process holds after a collection. */
export interface Memory {
  heap: number;
  /** Buffers and what else is outside of the heap. */
  external: number;
  /** Of the whole process. What was freed may stay in it for what comes. */
  resident: number;
}

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

export function memoryNow(): Memory {
  // What a first collection frees may hold on to what only a second one frees.
  for (let round = 0; round < 3; round += 1) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed, external, resident: rss };
}

/** Sockets that the kernel holds for this process, and its timers that keep it alive. */
export interface OpenResources {
  sockets: number;
  timers: number;
}

export function openResources(): OpenResources {
  const isSocket = (descriptor: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('socket:');
    } catch {
      // The one with which the folder was read.
      return false;
    }
  };
  return {
    sockets: readdirSync('/proc/self/fd').filter(isSocket).length,
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
  };
}
