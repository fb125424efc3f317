import type { RoomState, ViewerState } from '../../port/gateway.ts';
import type { MediaStats } from '../../port/served.ts';
import type { Holdings } from '../hold.ts';
import type { MediaCounts, PublisherCount, ViewerCount } from './counting.ts';

/** ms without media after which a publisher publishes no more; with the look every 0.4 s, that is told within 3 s. */
const STILL_MS = 2500;
/** ms in which a publisher has to be heard at all. */
const FIRST_MEDIA_MS = 15_000;
/** ms after which a count says nothing of now. */
const STALE_MS = 3000;

export interface StateParts {
  holdings: Holdings;
  counts(): MediaCounts;
  now: () => number;
}

export interface RoomStates {
  room(name: string): RoomState;
  viewer(subject: string): ViewerState | null;
  /** As it was counted, ended here or not. */
  counted(subject: string): ViewerCount | null;
  publisher(room: string): PublisherCount | null;
  /** Of the one who publishes there now, as far as this node knows. */
  publisherHandle(room: string): number | undefined;
  isPublishing(room: string): boolean;
  subjectsIn(room: string): string[];
  /** Whether anything at Janus belongs to this room. */
  isUsed(room: string): boolean;
  stats(): MediaStats;
}

/** What the product is told of rooms and viewers: what was counted, and what happened here since. */
export function createRoomStates({ holdings, counts, now }: StateParts): RoomStates {
  const isStale = () => now() - counts().at > STALE_MS;
  const publisher = (room: string) => holdings.publisherIn(counts(), room);
  const counted = (subject: string) => holdings.viewerIn(counts(), subject);
  const heldFor = (subject: string) =>
    holdings.find('view', (held) => held.subject === subject && holdings.isFresh(held));

  const freshPublisher = (room: string) =>
    holdings.find('publish', (held) => held.room === room && holdings.isFresh(held));

  const isPublishing = (room: string): boolean => {
    if (freshPublisher(room)) return true;
    const known = publisher(room);
    if (!known || isStale()) return false;
    const { lastMediaAt, openedAt } = known;
    return lastMediaAt === null ? now() - openedAt < FIRST_MEDIA_MS : now() - lastMediaAt < STILL_MS;
  };

  const subjectsIn = (room: string): string[] => {
    const here = holdings.all().filter((held) => held.right === 'view' && held.room === room);
    const seen = Object.keys(counts().viewers).filter((subject) => {
      const viewer = counted(subject);
      return viewer?.room === room && viewer.connected && !isStale();
    });
    return [...new Set([...here.filter(holdings.isFresh).map(({ subject }) => subject), ...seen])];
  };

  const room = (name: string): RoomState => {
    const subjects = subjectsIn(name);
    const known = publisher(name);
    return {
      publishing: isPublishing(name),
      viewers: subjects.length,
      packetsIn: known?.packetsIn ?? 0,
      packetsOut: subjects.reduce((sum, subject) => sum + (counted(subject)?.packetsOut ?? 0), 0),
      lastMediaAt: known?.lastMediaAt ?? null,
    };
  };

  return {
    room,
    publisher,
    counted,
    isPublishing,
    publisherHandle: (name) => (freshPublisher(name) ?? publisher(name))?.id.handle,
    subjectsIn,
    isUsed: (name) =>
      publisher(name) !== null ||
      holdings.all().some((held) => held.room === name) ||
      subjectsIn(name).length > 0,
    viewer: (subject) => {
      const viewer = counted(subject);
      const held = heldFor(subject);
      if (!viewer) return held ? { connected: true, packetsOut: 0, deliveredMs: 0, lastMediaAt: null } : null;
      const { packetsOut, lastMediaAt } = viewer;
      // Janus' clock has fractions.
      const deliveredMs = Math.floor(viewer.deliveredMs);
      const connected = held !== undefined || (viewer.connected && !isStale());
      return { connected, packetsOut, deliveredMs, lastMediaAt };
    },
    stats: () => {
      const names = Object.keys(counts().publishers);
      const states = names.map(room);
      const sum = (pick: (state: RoomState) => number) =>
        states.reduce((total, state) => total + pick(state), 0);
      return {
        rooms: names.length,
        publishers: sum(({ publishing }) => Number(publishing)),
        viewers: sum(({ viewers }) => viewers),
        packetsIn: sum(({ packetsIn }) => packetsIn),
        packetsOut: sum(({ packetsOut }) => packetsOut),
      };
    },
  };
}
