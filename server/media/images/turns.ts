import { AppError } from '#contract/errors.ts';

/**
 * Runs at most `most` pieces of work at once and queues `waiting` more. Refuses the rest as `UNAVAILABLE`, with
 * `retryAfter` seconds if given.
 */
export function createTurns(most: number, waiting: number, retryAfter?: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < most) running += 1;
    else if (queue.length >= waiting)
      throw new AppError('UNAVAILABLE', retryAfter === undefined ? {} : { retryAfter });
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in the queue, so that no newcomer overtakes it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Concurrent requests for the same work share one result. */
export function createShared<Result>() {
  const under = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const already = under.get(key);
    if (already) return already;
    const started = work().finally(() => under.delete(key));
    under.set(key, started);
    return started;
  };
}
