import type { Hono } from 'hono';
import type { Goodbyes } from './goodbyes.ts';
import type { IceCredentials } from './sdp/fragment.ts';
import type { Trickled } from './trickled.ts';
import type { DoorLimits, DoorOptions, MediaRight } from './types.ts';

export interface Entrance {
  room: string;
  subject: string;
  /** The token that opened the session; it may end the session even after expiry. */
  token: string;
}

/** The connection of a session. */
export interface SessionPeer {
  /** The SDP answer with all candidates. */
  readonly answer: string;
  /** Current credentials of the other side. */
  readonly ice: IceCredentials;
  /** Restarts ICE and returns the answer; the DTLS association and all counters stay. */
  restart(ice: IceCredentials): Promise<string>;
}

/** A session of any media server. */
export interface OpenSession extends Entrance {
  readonly id: string;
  readonly right: MediaRight;
  readonly peer: SessionPeer;
  /** Strong entity tag; an ICE restart makes a new one. */
  etag: string;
  /** Sets the height in pixels at which the viewer shows the picture; missing if it has no effect. */
  showAt?(height: number): void;
  /** Takes late candidates; missing for an ICE-lite agent, which learns them from checks. */
  trickle?(trickled: Trickled): void;
  end(reason: string): void;
  /** Resolves when an external media server has ended it, too. */
  ended?(): Promise<void>;
}

/** Open and recently ended sessions. */
export interface SessionBook {
  readonly byId: { get(id: string): OpenSession | undefined };
  readonly goodbyes: Pick<Goodbyes, 'knows'>;
}

/** The common parts of WHIP and WHEP, independent of the media server. */
export interface MediaDoor {
  app: Hono;
  options: DoorOptions;
  limits: Pick<DoorLimits, 'postsPerSubject' | 'changesPerSession' | 'countedSeconds'>;
  sessions: SessionBook;
}
