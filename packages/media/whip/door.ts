import type { Hono } from 'hono';
import type { Goodbyes } from './goodbyes.ts';
import type { IceCredentials } from './sdp/fragment.ts';
import type { Trickled } from './trickled.ts';
import type { DoorLimits, DoorOptions, MediaRight } from './types.ts';

export interface Entrance {
  room: string;
  subject: string;
  /** The token that opened the session; it may end it even after it has expired. */
  token: string;
}

/** The connection of a session. */
export interface SessionPeer {
  /** The SDP answer with all candidates. */
  readonly answer: string;
  /** Current credentials of the other side. */
  readonly ice: IceCredentials;
  /** Answers an ICE restart; the DTLS association and all counters stay. */
  restart(ice: IceCredentials): Promise<string>;
}

/** A session, whatever carries its media. */
export interface OpenSession extends Entrance {
  readonly id: string;
  readonly right: MediaRight;
  readonly peer: SessionPeer;
  /** Strong entity tag; an ICE restart makes a new one. */
  etag: string;
  /** How many pixels high its viewer shows the picture; only where that makes a difference. */
  showAt?(height: number): void;
  /** Takes candidates that come late; only where they are of use: a lite agent learns them from checks. */
  trickle?(trickled: Trickled): void;
  end(reason: string): void;
  /** Resolves when a media server outside has ended it, too. */
  ended?(): Promise<void>;
}

/** Where requests find the sessions that are open, and those that ended a moment ago. */
export interface SessionBook {
  readonly byId: { get(id: string): OpenSession | undefined };
  readonly goodbyes: Pick<Goodbyes, 'knows'>;
}

/** What WHIP and WHEP have in common, before any media server. */
export interface MediaDoor {
  app: Hono;
  options: DoorOptions;
  limits: Pick<DoorLimits, 'postsPerSubject' | 'changesPerSession' | 'countedSeconds'>;
  sessions: SessionBook;
}
