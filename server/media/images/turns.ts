import { AppError } from '#contract/errors.ts';

/** Lets `most` pieces of work run at once and `waiting` more wait; what comes beyond is refused as `UNAVAILABLE`. */
export function createTurns(most: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < most) running += 1;
    else if (queue.length >= waiting) throw new AppError('UNAVAILABLE');
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Whoever asks for work that is under way gets the same answer. */
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
