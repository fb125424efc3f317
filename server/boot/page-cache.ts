import type { IncomingMessage, ServerResponse } from 'node:http';
import { codingFor, entryOf, type PageEntry, packed, type RenderedPage, write } from './page-entry.ts';
import { guestAsk, type PageAsk } from './page-key.ts';

export interface PageCacheOptions {
  render: (ask: PageAsk) => Promise<RenderedPage>;
  /** A page this old is sent as it is, in ms. */
  freshMs: number;
  /** After that, and as long again as this in ms, it is still sent while a new one is made. */
  staleMs: number;
  maxBytes?: number;
  now?: () => number;
}

export interface PageCache {
  /** Sends a page that is there; false where one has to be made first. Never waits. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  /** Makes, keeps and sends a guest's page; false where the page is not any guest's. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Something changed that pages show: none of those made so far is sent again. */
  forget(): void;
}

interface Kept extends PageEntry {
  generation: number;
  madeAt: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ONCE = 5000;
/** Guests' pages for a second or two: one is made for all who ask for the same (docs/decisions/0021). */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { render, freshMs, staleMs, maxBytes = MAX_BYTES, now = Date.now } = options;
  const entries = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept>>();
  /** Addresses with a query that were asked for once. */
  const once = new Set<string>();
  let bytes = 0;
  let generation = 0;

  function make(key: string, ask: PageAsk): Promise<Kept> {
    const slot = `${generation} ${key}`;
    const under = making.get(slot);
    if (under) return under;
    const started = { generation, madeAt: now() };
    const toKeep = isAskedAgain(key, ask);
    const made = render(ask)
      .then((page) => {
        const entry = { ...entryOf(page, toKeep), ...started };
        return toKeep ? keep(key, entry) : entry;
      })
      .finally(() => making.delete(slot));
    making.set(slot, made);
    return made;
  }

  /**
   * Whether anybody may ask for it again. Half the visitors an affiliate sends carry a number nobody else has: their
   * pages would push everybody else's out, so an address with a query is kept from the second time on.
   */
  function isAskedAgain(key: string, { url }: PageAsk): boolean {
    if (!url.includes('?') || once.delete(key)) return true;
    once.add(key);
    const [oldest] = once;
    if (once.size > MAX_ONCE && oldest !== undefined) once.delete(oldest);
    return false;
  }

  function keep(key: string, entry: Kept): Kept {
    drop(key);
    if (entry.generation !== generation || !mayKeep(entry.page)) return entry;
    entries.set(key, entry);
    bytes += weight(key, entry);
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
    return entry;
  }

  function drop(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= weight(key, entry);
  }

  /** A page that may be sent now; one that is due is made anew behind the visitor's back. */
  function usable(key: string, ask: PageAsk): Kept | undefined {
    const entry = entries.get(key);
    if (!entry || entry.generation !== generation) return undefined;
    const age = now() - entry.madeAt;
    if (age > freshMs + staleMs) return undefined;
    // A failure leaves the old page; the visitor who finds none is told.
    if (age > freshMs) make(key, ask).catch(() => {});
    return entry;
  }

  return {
    send(request, response) {
      if (freshMs === 0) return false;
      const ask = guestAsk(request);
      if (!ask) return false;
      const entry = usable(keyOf(ask), ask);
      const coding = codingFor(request);
      const body = entry?.bodies.get(coding);
      if (!entry || !body) return false;
      write(request, response, { entry, coding, body });
      return true;
    },
    async answer(request, response) {
      const ask = freshMs === 0 ? null : guestAsk(request);
      if (!ask) return false;
      const key = keyOf(ask);
      const entry = usable(key, ask) ?? (await make(key, ask));
      const coding = codingFor(request);
      write(request, response, { entry, coding, body: await packed(entry, coding) });
      return true;
    },
    forget() {
      generation += 1;
      entries.clear();
      bytes = 0;
    },
  };
}

const keyOf = ({ url, cookie }: PageAsk): string => `${cookie}\n${url}`;

/** Compressed forms come on top; the page once more is more than they take together. */
const weight = (key: string, { page }: Kept): number => key.length + page.body.byteLength * 2;

function mayKeep({ status, headers }: RenderedPage): boolean {
  return (
    status === 200 &&
    headers['set-cookie'] === undefined &&
    !/no-store/.test(String(headers['cache-control']))
  );
}
