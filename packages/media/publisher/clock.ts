/** Timers that a hidden page does not slow down. */
export interface Clock {
  /** Calls `act` once, `ms` later; returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
  /** Cancels all timers. */
  close(): void;
}

/** Runs in the worker: sets and clears timers by their number. */
const workerCode = `const timers = new Map();
onmessage = ({ data: [id, ms] }) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (ms === null) return;
  timers.set(id, setTimeout(() => { timers.delete(id); postMessage(id); }, ms));
};`;

function startWorker(): Worker | null {
  try {
    const url = URL.createObjectURL(new Blob([workerCode], { type: 'text/javascript' }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    return worker;
  } catch {
    return null;
  }
}

/**
 * Timers of a worker, because browsers slow those of hidden pages down to one a second or a minute. Needs
 * `worker-src blob:`; without it, the page's own timers are used.
 */
export function createClock(): Clock {
  const timers = new Map<number, { act: () => void; due: number; local?: ReturnType<typeof setTimeout> }>();
  let worker = startWorker();
  let lastId = 0;

  const fire = (id: number): void => {
    const timer = timers.get(id);
    timers.delete(id);
    timer?.act();
  };
  const set = (id: number): void => {
    const timer = timers.get(id);
    if (!timer) return;
    const ms = Math.max(0, timer.due - performance.now());
    if (worker) worker.postMessage([id, ms]);
    else timer.local = setTimeout(() => fire(id), ms);
  };
  const cancel = (id: number): void => {
    clearTimeout(timers.get(id)?.local);
    if (timers.delete(id)) worker?.postMessage([id, null]);
  };
  worker?.addEventListener('message', ({ data }: MessageEvent<number>) => fire(data));
  // A content policy that forbids the worker is reported here.
  worker?.addEventListener('error', () => {
    worker = null;
    for (const id of timers.keys()) set(id);
  });
  return {
    after(ms, act) {
      lastId += 1;
      const id = lastId;
      timers.set(id, { act, due: performance.now() + ms });
      set(id);
      return () => cancel(id);
    },
    close() {
      for (const id of timers.keys()) cancel(id);
      worker?.terminate();
      worker = null;
    },
  };
}

/** The page's own timers. */
export const pageClock: Clock = {
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  close: () => undefined,
};
