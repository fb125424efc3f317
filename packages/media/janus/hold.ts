import type { HandleId } from './api.ts';
import { countOf, type MediaCounts, type PublisherCount, type ViewerCount } from './counting/counting.ts';
import type { Owner } from './opaque.ts';

/** A handle that this node opened. */
export interface Held extends Owner {
  id: HandleId;
  /** ms since the epoch. */
  openedAt: number;
  end(reason: string): void;
}

const keyOf = ({ session, handle }: HandleId): string => `${session}/${handle}`;

/** ms after which the counts know a handle that was opened here. */
const COUNTED_MS = 3000;
/** ms that a handle which this node ended is remembered: the counts may still show it. */
const ENDED_MS = 30_000;

/** What this node opened and ended at Janus: the counts tell of both a moment later. */
export class Holdings {
  readonly #held = new Map<string, Held>();
  readonly #ended = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(held: Held): void {
    this.#held.set(keyOf(held.id), held);
  }

  /** False when it is gone already. */
  remove(id: HandleId): boolean {
    this.bury(id);
    return this.#held.delete(keyOf(id));
  }

  /** Whatever the counts say, it is over. */
  bury(id: HandleId): void {
    const oldest = this.#now() - ENDED_MS;
    for (const [key, at] of this.#ended) if (at < oldest) this.#ended.delete(key);
    this.#ended.set(keyOf(id), this.#now());
  }

  all = (): Held[] => [...this.#held.values()];

  find = (right: Owner['right'], matches: (held: Held) => boolean): Held | undefined =>
    this.all().findLast((held) => held.right === right && matches(held));

  publisherIn(counts: MediaCounts, room: string): PublisherCount | null {
    const counted = countOf(counts.publishers, room);
    return counted && !this.#ended.has(keyOf(counted.id)) ? counted : null;
  }

  viewerIn(counts: MediaCounts, subject: string): ViewerCount | null {
    const counted = countOf(counts.viewers, subject);
    if (!counted) return null;
    return this.#ended.has(keyOf(counted.id)) ? { ...counted, connected: false } : counted;
  }

  /** Opened so lately that the counts may not know it. */
  isFresh = ({ openedAt }: Held): boolean => this.#now() - openedAt < COUNTED_MS;
}
