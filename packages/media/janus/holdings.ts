import type { HandleId, Owner } from './api.ts';
import { countOf, type MediaCounts, type PublisherCount, type ViewerCount } from './counting/counting.ts';

/** A handle that this node opened. */
export interface OwnHandle extends Owner {
  id: HandleId;
  /** ms since the epoch. */
  openedAt: number;
  end(reason: string): void;
}

const keyOf = ({ session, handle }: HandleId): string => `${session}/${handle}`;

/** ms after which the counts include a handle that this node opened. */
const COUNTED_MS = 3000;
/** ms that handles ended by this node are remembered: the counts may still include them. */
const ENDED_MS = 30_000;

/** Handles that this node opened and ended; the counts include both only a moment later. */
export class Holdings {
  readonly #own = new Map<string, OwnHandle>();
  readonly #ended = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(own: OwnHandle): void {
    this.#own.set(keyOf(own.id), own);
  }

  /** Returns false if it was removed before. */
  remove(id: HandleId): boolean {
    this.bury(id);
    return this.#own.delete(keyOf(id));
  }

  /** Marks it as ended, whatever the counts say. */
  bury(id: HandleId): void {
    const oldest = this.#now() - ENDED_MS;
    for (const [key, at] of this.#ended) if (at < oldest) this.#ended.delete(key);
    this.#ended.set(keyOf(id), this.#now());
  }

  all = (): OwnHandle[] => [...this.#own.values()];

  find = (right: Owner['right'], matches: (own: OwnHandle) => boolean): OwnHandle | undefined =>
    this.all().findLast((own) => own.right === right && matches(own));

  publisherIn(counts: MediaCounts, room: string): PublisherCount | null {
    const counted = countOf(counts.publishers, room);
    return counted && !this.#ended.has(keyOf(counted.id)) ? counted : null;
  }

  viewerIn(counts: MediaCounts, subject: string): ViewerCount | null {
    const counted = countOf(counts.viewers, subject);
    if (!counted) return null;
    return this.#ended.has(keyOf(counted.id)) ? { ...counted, connected: false } : counted;
  }

  /** Whether it was opened so recently that the counts may not include it. */
  isFresh = ({ openedAt }: OwnHandle): boolean => this.#now() - openedAt < COUNTED_MS;
}
