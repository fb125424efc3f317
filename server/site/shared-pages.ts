import type { Config } from '#server/config/config.ts';
import type { Push } from '#server/ports/push.ts';
import { createMemo, type Memo } from './memo.ts';
import { createPageCache, type PageCache } from './page-cache.ts';

/** What guests share: whole pages, and the answers they are made from. */
export interface SharedPages {
  readonly cache: PageCache;
  readonly memo: Memo;
  /** What guests' pages show has changed: nothing made so far is sent again. */
  forget(): void;
}

/** A guest's page is sent again for this long while the next is made, in ms. */
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

/** What everyone is told, guests' pages show too. */
export const forgetOnPush = (push: Push, pages: Pick<SharedPages, 'forget'>): Push => ({
  ...push,
  toEveryone(name, payload) {
    pages.forget();
    push.toEveryone(name, payload);
  },
});
