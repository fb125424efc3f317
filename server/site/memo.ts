import { LRUCache } from 'lru-cache';

/** Call results shared between guests, by call and input. */
export interface Memo {
  /** A recent result, or the one `ask` returns now. Callers must not change it. */
  of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer>;
  forget(): void;
}

const MAX_ANSWERS = 2000;

/** Caches results for `ms` (0: never). Concurrent requests share one call. Failures are not cached. */
export function createMemo(ms: number, now: () => number = performance.now.bind(performance)): Memo {
  if (ms === 0) return { of: (_, ask) => ask(), forget: () => {} };
  const answers = new LRUCache<string, Promise<unknown>>({
    max: MAX_ANSWERS,
    ttl: ms,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
      const known = answers.get(key);
      if (known) return known as Promise<Answer>;
      const answer = ask();
      answers.set(key, answer);
      answer.catch(() => {
        if (answers.peek(key) === answer) answers.delete(key);
      });
      return answer;
    },
    forget: () => answers.clear(),
  };
}
