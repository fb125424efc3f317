import { readdirSync, readlinkSync } from 'node:fs';
import { getHeapCodeStatistics, queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that this process holds after a collection. */
export interface Memory {
  heap: number;
  /** What of the heap is V8's own of functions: it grows for as long as it finds something worth compiling. */
  code: number;
  /** Buffers and what else is outside of the heap. */
  external: number;
  /** Of the whole process. What was freed may stay in it for what comes. */
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
  // What a first collection frees may hold on to what only a second one frees.
  for (let round = 0; round < 3; round += 1) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return { heap: heapUsed, code: code + bytecode, external, resident: rss };
}

/** Objects of JavaScript after a collection: a leak of any kind is a leak of these. Node warns that it is experimental. */
export const countObjects = (): number => queryObjects(Object, { format: 'count' });

/** Sockets that the kernel holds for this process, those for UDP, and timers that keep it alive. */
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
      // The one with which the folder was read.
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
