import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { languageCookie } from '#contract/cookies.ts';
import { affiliateSlots } from './affiliate-slots.ts';
import { type CacheKey, cacheKeyOf } from './cache-key.ts';
import { negotiateEncoding } from './compress.ts';
import {
  bodyOf,
  type KeptPage,
  keepPage,
  type Reply,
  readyBody,
  sendNotModified,
  sendPage,
  weightOf,
} from './kept-page.ts';

/** Renders the page for any guest. */
export type RenderShared = (key: CacheKey) => Promise<Response>;

export interface PageCacheOptions {
  /** ms for which a page is sent without rendering it again. */
  freshMs: number;
  /** ms after that in which it is still sent while a new one is rendered. */
  staleMs: number;
  maxBytes?: number;
  now?: () => number;
}

/** Renders a missing page, and has the headers of this visitor's response. */
export interface Visit {
  readonly render: RenderShared;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** Key of the visitors who see the same performers; empty for those who see all. */
  readonly place?: string;
}

export interface PageCache {
  /** Sends a cached page and returns true; never waits. */
  send(request: IncomingMessage, response: ServerResponse, visit: Visit): boolean;
  /** Renders, caches and sends a page; returns false if it can't be shared. */
  answer(request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<boolean>;
  /** Drops every page, because something on them has changed. */
  forget(): void;
}

interface Making {
  key: CacheKey;
  render: RenderShared;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** A 404 page may use the chosen language; it is rendered for its visitor and not cached. */
const choseLanguage = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${languageCookie}=`) === true;

/** Caches guests' pages briefly; concurrent requests share one rendering (docs/decisions/pages/page-cache.md). */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { freshMs, staleMs, maxBytes = MAX_BYTES, now } = options;
  const pages = new LRUCache<string, KeptPage, Making>({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => weightOf(page) + key.length,
    // lru-cache treats 0 as no limit; with `freshMs` 0 nothing is looked up.
    ttl: Math.max(1, freshMs),
    ttlResolution: 0,
    ...(now && { perf: { now } }),
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    // A page whose rendering began before `forget` is sent to waiting requests, but not cached.
    ignoreFetchAbort: true,
    fetchMethod: async (_text, _old, { context: { key, render } }) =>
      keepPage(await render(key), affiliateSlots),
  });

  /** A page that may be sent now; if it is due, a new one is rendered in the background. */
  function usable(text: string, making: Making): KeptPage | undefined {
    const page = pages.get(text);
    if (!page) return undefined;
    const left = pages.getRemainingTTL(text);
    if (left < -staleMs) {
      pages.delete(text);
      return undefined;
    }
    // If rendering fails, the old page stays.
    if (left <= 0) void pages.fetch(text, { context: making }).catch(() => undefined);
    return page;
  }

  async function pageFor(text: string, making: Making): Promise<KeptPage | undefined> {
    const page = usable(text, making) ?? (await pages.fetch(text, { context: making }));
    if (page?.isShared === false) pages.delete(text);
    return page;
  }

  const keyFor = (request: IncomingMessage): CacheKey | null => (freshMs === 0 ? null : cacheKeyOf(request));

  return {
    send(request, response, { render, headers, place }) {
      const key = keyFor(request);
      if (!key) return false;
      const page = usable(textOf(key, place), { key, render });
      if (!page) return false;
      const reply = replyTo(request, { page, values: key.values, headers });
      if (sendNotModified(request, response, reply, affiliateSlots)) return true;
      const body = readyBody(reply);
      if (!body) return false;
      sendPage(request, response, reply, body, affiliateSlots);
      return true;
    },
    async answer(request, response, { render, headers, place }) {
      const key = keyFor(request);
      if (!key) return false;
      const page = await pageFor(textOf(key, place), { key, render });
      if (!page || (page.status === 404 && choseLanguage(request))) return false;
      const reply = replyTo(request, { page, values: key.values, headers });
      if (sendNotModified(request, response, reply, affiliateSlots)) return true;
      sendPage(request, response, reply, await bodyOf(reply), affiliateSlots);
      return true;
    },
    forget: () => pages.clear(),
  };
}

const textOf = ({ url, cookie }: CacheKey, place = ''): string => `${place}\n${cookie}\n${url}`;

const replyTo = (request: IncomingMessage, rest: Omit<Reply, 'encoding'>): Reply => ({
  ...rest,
  encoding: negotiateEncoding(request.headers['accept-encoding']?.toString()),
});
