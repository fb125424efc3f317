export type MediaRight = 'publish' | 'view';

export interface Grant {
  /** Viewer counters are kept under this name. */
  subject: string;
  /** ms since the epoch; until then the token opens new sessions. */
  expiresAt: number;
}

/** Null for a token that is unknown or void; 'elsewhere' for a good one that is meant for something else. */
export type Authorization = Grant | 'elsewhere' | null;

export interface IceServer {
  urls: string | readonly string[];
  username?: string | undefined;
  credential?: string | undefined;
}

export type MediaLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** What WHIP and WHEP ask of the media server behind them. */
export interface DoorOptions {
  authorize(token: string, room: string, right: MediaRight): Promise<Authorization>;
  /** STUN and TURN servers that a subject is told in the answer to its offer. */
  iceServers?: ((subject: string) => readonly IceServer[]) | undefined;
  now?: (() => number) | undefined;
}

export interface DoorLimits {
  viewersPerRoom: number;
  /** s over which requests are counted. */
  countedSeconds: number;
  /** New sessions of one subject in that time. */
  postsPerSubject: number;
  /** Requests with a wrong token, or for a session that does not exist, from one address in that time. */
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
