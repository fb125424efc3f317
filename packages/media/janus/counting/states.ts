import type { Received, RoomState, ViewerState } from '../../port/gateway.ts';
import type { MediaStats } from '../../port/served.ts';
import type { Holdings } from '../holdings.ts';
import { isFrozen, type MediaCounts, type PublisherCount, type ViewerCount } from './counting.ts';

/** ms without media after which a publisher counts as stopped; checked every 0.4 s, so noticed within 3 s. */
const STILL_MS = 2500;
/** ms within which a publisher's first media must arrive. */
const FIRST_MEDIA_MS = 15_000;
/** ms after which counts are stale. */
const STALE_MS = 3000;

export interface StateParts {
  holdings: Holdings;
  counts(): MediaCounts;
  now: () => number;
}

export interface RoomStates {
  room(name: string): RoomState;
  viewer(subject: string): ViewerState | null;
  /** The counted state, even if this node has ended the view. */
  counted(subject: string): ViewerCount | null;
  publisher(room: string): PublisherCount | null;
  /** Handle of the current publisher, as far as this node knows. */
  publisherHandle(room: string): number | undefined;
  isPublishing(room: string): boolean;
  subjectsIn(room: string): string[];
  /** Whether any Janus handle belongs to this room. */
  isUsed(room: string): boolean;
  stats(): MediaStats;
}

/** ms below which nothing was silent: the interval of the checks. */
const GAP_MS = 1000;

/** Janus counts packets and bytes, but neither frames nor sizes, and not how loud the sound is. */
function receivedFrom(publisher: PublisherCount, now: number): Received {
  const { picture, sound, bitrate } = publisher;
  const silentMs = sound === null ? 0 : Math.max(0, now - sound.at);
  return {
    picture: picture === null ? null : isFrozen(publisher, now) ? 'frozen' : 'moving',
    silentMs: silentMs < GAP_MS ? 0 : Math.round(silentMs),
    size: null,
    framesPerSecond: null,
    bitrate: Math.max(0, Math.round(bitrate)),
  };
}

/** States of rooms and viewers: the counts, updated by later events of this node. */
export function createRoomStates({ holdings, counts, now }: StateParts): RoomStates {
  const isStale = () => now() - counts().at > STALE_MS;
  const publisher = (room: string) => holdings.publisherIn(counts(), room);
  const counted = (subject: string) => holdings.viewerIn(counts(), subject);
  const freshView = (subject: string) =>
    holdings.find('view', (own) => own.subject === subject && holdings.isFresh(own));

  const freshPublisher = (room: string) =>
    holdings.find('publish', (own) => own.room === room && holdings.isFresh(own));

  const isPublishing = (room: string): boolean => {
    if (freshPublisher(room)) return true;
    const known = publisher(room);
    if (!known || isStale()) return false;
    const { lastMediaAt, openedAt } = known;
    return lastMediaAt === null ? now() - openedAt < FIRST_MEDIA_MS : now() - lastMediaAt < STILL_MS;
  };

  const subjectsIn = (room: string): string[] => {
    const here = holdings.all().filter((own) => own.right === 'view' && own.room === room);
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
      received: known && isPublishing(name) ? receivedFrom(known, now()) : null,
      refusedAt: null,
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
      holdings.all().some((own) => own.room === name) ||
      subjectsIn(name).length > 0,
    viewer: (subject) => {
      const viewer = counted(subject);
      const own = freshView(subject);
      if (!viewer) return own ? { connected: true, packetsOut: 0, deliveredMs: 0, lastMediaAt: null } : null;
      const { packetsOut, lastMediaAt } = viewer;
      // Janus' clock has fractions of ms.
      const deliveredMs = Math.floor(viewer.deliveredMs);
      const connected = own !== undefined || (viewer.connected && !isStale());
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
