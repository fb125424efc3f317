import { LRUCache } from 'lru-cache';
import type { ChatMinute } from '../minutes/tables.ts';
import type { WatchedSession } from './delivery.ts';

/** A session as this process stored it last, with the minute that runs in it. */
export interface KnownSession {
  readonly session: WatchedSession;
  /** Null for viewers who do not pay by the minute. */
  readonly minute: ChatMinute | null;
  /** Id of the transaction that wrote both rows. */
  readonly version: string;
}

/** More than a process can serve; one takes about a kilobyte. */
const MOST = 10_000;

/**
 * Sessions that the next keep-alive need not read: it is stored only if nothing else has written them since. Bounded,
 * so sessions that ended drop out by themselves.
 */
export const openKnownSessions = (): LRUCache<string, KnownSession> => new LRUCache({ max: MOST });
