import type { Config } from '#server/config/config.ts';
import type { Push } from '#server/ports/push.ts';
import { createMemo, type Memo } from './memo.ts';
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
