import { randomUUID } from 'node:crypto';
import type { HandleId, JanusApi } from '../api.ts';
import { LEASE_MS, type MediaStore } from '../store.ts';
import { countMedia, type MediaCounts, nothingCounted } from './counting.ts';
import { readSighting, type Sighting } from './handle-info.ts';

/** ms between two looks of the node that counts, and of the others at what it counted. */
const LOOK_MS = 400;
const READ_MS = 200;
/** Handles asked for at once. */
const AT_ONCE = 16;
/** ms until a handle without a connection is taken away. */
const UNCONNECTED_MS = 15_000;
/** ms between two words to each session, so that Janus keeps those of nodes that are gone. */
const KEEP_MS = 10_000;

export interface WatchParts {
  api: JanusApi;
  store: MediaStore;
  now: () => number;
  /** After each look, on every node. */
  onLook(): void;
  /** This node's session, if it has one. */
  session(): number | null;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Looks what Janus sends to whom: one node for all, under a lease, and another when that one is gone. */
export class JanusWatch {
  readonly #parts: WatchParts;
  readonly #node = randomUUID();
  readonly #renewing: NodeJS.Timeout;
  #counts: MediaCounts = nothingCounted;
  #leads = false;
  #keptAt = 0;
  #isAway = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#renewing = setInterval(() => void this.#renew(), LEASE_MS / 4).unref();
    this.#looking = this.#renew().then(() => this.#look());
  }

  /** Whether this node is the one that counts. */
  get leads(): boolean {
    return this.#leads;
  }

  get counts(): MediaCounts {
    return this.#counts;
  }

  async close(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#renewing);
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#parts.store.leave(this.#node).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { store } = this.#parts;
    this.#leads = !this.#stopped && (await store.lead(this.#node).catch(() => false));
  }

  async #look(): Promise<void> {
    const { store } = this.#parts;
    try {
      const before = await store.read();
      if (this.#leads) {
        this.#counts = await this.#count(before);
        await store.write(this.#node, this.#counts);
      } else this.#counts = before;
      this.#parts.onLook();
      this.#tell(false);
    } catch (error) {
      this.#tell(true, error);
    }
    if (this.#stopped) return;
    const wait = this.#leads ? LOOK_MS : READ_MS;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, wait).unref();
  }

  async #count(before: MediaCounts): Promise<MediaCounts> {
    const { api, now } = this.#parts;
    const { sessions = [] } = await api.admin('', { janus: 'list_sessions' });
    const sightings = (await Promise.all(sessions.map((session) => this.#sightingsOf(session)))).flat();
    const lost = sightings.filter((sighting) => this.#isLost(sighting));
    for (const { id } of lost) void api.detach(id);
    const kept = sightings.filter((sighting) => !lost.includes(sighting));
    await this.#keep(kept);
    return countMedia(before, kept, now());
  }

  /** A session that ends while it is looked at has none. */
  async #sightingsOf(session: number): Promise<Sighting[]> {
    const { api } = this.#parts;
    const none = { handles: [] };
    const { handles = [] } = await api.admin(`/${session}`, { janus: 'list_handles' }).catch(() => none);
    const found: Sighting[] = [];
    const ids: HandleId[] = handles.map((handle) => ({ session, handle }));
    const work = async () => {
      for (let id = ids.pop(); id; id = ids.pop()) {
        const sighting = readSighting(await api.info(id).catch(() => null));
        if (sighting) found.push(sighting);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }

  #isLost({ id, connected, age }: Sighting): boolean {
    const { store, session } = this.#parts;
    // Alone, a product has nothing to do with what a process before it left.
    if (!store.shared && id.session !== session()) return true;
    return !connected && age > UNCONNECTED_MS;
  }

  async #keep(sightings: readonly Sighting[]): Promise<void> {
    const { api, now } = this.#parts;
    if (now() - this.#keptAt < KEEP_MS) return;
    this.#keptAt = now();
    const sessions = new Set(sightings.map(({ id }) => id.session));
    const words = [...sessions].map((session) => api.ask(`/${session}`, { janus: 'keepalive' }));
    await Promise.allSettled(words);
  }

  /** Once each time, not with each look. */
  #tell(isAway: boolean, error?: unknown): void {
    if (isAway !== this.#isAway)
      this.#parts.log?.(isAway ? 'media.janus.away' : 'media.janus.back', { error });
    this.#isAway = isAway;
  }
}
