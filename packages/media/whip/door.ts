import type { Hono } from 'hono';
import type { IceCredentials, Trickled } from './sdp/fragment.ts';

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
  readonly goodbyes: { knows(id: string, token: string): boolean };
}

/** The common parts of WHIP and WHEP, independent of the media server. */
export interface MediaDoor {
  app: Hono;
  options: DoorOptions;
  limits: Pick<DoorLimits, 'postsPerSubject' | 'changesPerSession' | 'countedSeconds'>;
  sessions: SessionBook;
}

export type MediaRight = 'publish' | 'view';

export interface Grant {
  /** Viewer counters are kept under this name. */
  subject: string;
  /** ms since the epoch; until then the token can open sessions. */
  expiresAt: number;
}

/** Null if the token is unknown or invalid; 'elsewhere' if it is valid for another room or right. */
export type Authorization = Grant | 'elsewhere' | null;

export interface IceServer {
  urls: string | readonly string[];
  username?: string | undefined;
  credential?: string | undefined;
}

export type MediaLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** Functions that WHIP and WHEP need from the product. */
export interface DoorOptions {
  authorize(token: string, room: string, right: MediaRight): Promise<Authorization>;
  /** STUN and TURN servers in the answer to a subject's offer. */
  iceServers?: ((subject: string) => readonly IceServer[]) | undefined;
  now?: (() => number) | undefined;
}

export interface DoorLimits {
  viewersPerRoom: number;
  /** Seconds over which requests are counted. */
  countedSeconds: number;
  /** New sessions of one subject in that time. */
  postsPerSubject: number;
  /** Requests with a wrong token, or for a session that does not exist, from one IP in that time. */
  failuresPerAddress: number;
  /** PATCH and DELETE requests for one session in that time. */
  changesPerSession: number;
}

export const doorLimits: DoorLimits = {
  viewersPerRoom: 500,
  countedSeconds: 10,
  postsPerSubject: 10,
  failuresPerAddress: 30,
  changesPerSession: 20,
};
