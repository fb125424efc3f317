import { LRUCache } from 'lru-cache';
import type { Config } from '#server/config/config.ts';
import type { Push } from '#server/ports/push.ts';
import { createPageCache, type PageCache } from './page-cache.ts';

export interface SharedPages {
  readonly cache: PageCache;
  readonly memo: Memo;
  /** Drops pages and call results, because something on them has changed. */
  forget(): void;
}

/** ms for which a stale page is sent while the next one is rendered. */
const STALE_MS = 10_000;

export function createSharedPages({ pageFreshMs }: Pick<Config, 'pageFreshMs'>): SharedPages {
  const memo = createMemo(pageFreshMs);
  const cache = createPageCache({ freshMs: pageFreshMs, staleMs: STALE_MS });
  return {
    cache,
    memo,
    forget() {
      memo.forget();
      cache.forget();
    },
  };
}

/** A push to everyone may change guests' pages. */
export const forgetOnPush = (push: Push, pages: Pick<SharedPages, 'forget'>): Push => ({
  ...push,
  toEveryone(...args) {
    pages.forget();
    push.toEveryone(...args);
  },
});

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
