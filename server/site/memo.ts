import { LRUCache } from 'lru-cache';

/** Answers of calls that any guest may share, by the call and its input. */
export interface Memo {
  /** The answer that was given a moment ago, or the one `ask` gets now; whoever reads it must not change it. */
  of<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer>;
  forget(): void;
}

const MAX_ANSWERS = 2000;

/** Keeps answers for `ms`, 0 for none at all; what is asked at once is asked once. A failure is not kept. */
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
