import { randomUUID } from 'node:crypto';
import type { HandleId, JanusApi } from '../api.ts';
import { LEASE_MS, type MediaStore } from '../store.ts';
import { countMedia, type MediaCounts, nothingCounted } from './counting.ts';
import { readSighting, type Sighting } from './handle-info.ts';

/** ms between two checks of the counting node, and between two reads of its counts by other nodes. */
const LOOK_MS = 400;
const READ_MS = 200;
/** Number of handles queried at once. */
const AT_ONCE = 16;
/** ms until a handle without a connection is removed. */
const UNCONNECTED_MS = 15_000;
/** ms between two keep-alives per session, so that Janus keeps the sessions of dead nodes. */
const KEEP_MS = 10_000;

export interface WatchParts {
  api: JanusApi;
  store: MediaStore;
  now: () => number;
  /** Called after each check, on every node. */
  onLook(): void;
  /** This node's session, if it has one. */
  session(): number | null;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
}

/** Counts Janus' media: one node under a lease for all, and another node when its lease expires. */
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

  /** Whether this node is the one that counts viewers for all nodes. */
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

  /** Returns no counts for a session that ends meanwhile. */
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
    // A single process does not continue the sessions of an earlier one.
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

  /** Logs only changes, not every check. */
  #tell(isAway: boolean, error?: unknown): void {
    if (isAway !== this.#isAway)
      this.#parts.log?.(isAway ? 'media.janus.away' : 'media.janus.back', { error });
    this.#isAway = isAway;
  }
}
