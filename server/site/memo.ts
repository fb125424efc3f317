import { LRUCache } from 'lru-cache';

/** Answers of calls shared between guests, by call and input. */
export interface Memo {
  /** A recent answer, or the one `ask` gets now. Callers must not change it. */
  of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer>;
  forget(): void;
}

const MAX_ANSWERS = 2000;

/** Keeps answers for `ms` (0: not at all). Concurrent requests share one call. Failures are not kept. */
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
