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
