import type { Hono } from 'hono';

export type MediaRight = 'publish' | 'view';

export interface Grant {
  /** Viewer counters are kept under this name. */
  subject: string;
  /** ms since the epoch; until then the token opens new sessions. */
  expiresAt: number;
}

export interface IceServer {
  urls: string | readonly string[];
  username?: string | undefined;
  credential?: string | undefined;
}

export interface SfuOptions {
  /** Null when the token allows nothing. */
  authorize(token: string, room: string, right: MediaRight): Promise<Grant | null>;
  iceServers: readonly IceServer[];
  /** IP to announce; without it loopback is offered too. */
  host?: string | undefined;
  portRange?: readonly [min: number, max: number] | undefined;
  log?: ((event: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Media of a room begins or ends. */
  onPublisher?: ((room: string, up: boolean) => void) | undefined;
  now?: (() => number) | undefined;
  limits?: Partial<SfuLimits> | undefined;
}

export interface SfuLimits {
  viewersPerRoom: number;
  /** New sessions of one subject in ten seconds. */
  postsPerSubject: number;
  /** PATCH and DELETE requests for one session in ten seconds. */
  changesPerSession: number;
  /** ms until a peer must be connected. */
  connectMs: number;
  /** ms without a packet after which a peer is dead. */
  silenceMs: number;
}

export const defaultLimits: SfuLimits = {
  viewersPerRoom: 500,
  postsPerSubject: 10,
  changesPerSession: 20,
  connectMs: 15_000,
  silenceMs: 15_000,
};

export interface RoomState {
  publishing: boolean;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** ms since the epoch. */
  lastMediaAt: number | null;
}

export interface ViewerState {
  /** Counted across reconnects. */
  packetsOut: number;
  connected: boolean;
  lastMediaAt: number | null;
}

export interface SfuStats {
  rooms: number;
  publishers: number;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
}

export interface Sfu {
  /** `/whip/{room}`, `/whep/{room}` and `/session/{id}`, to be mounted anywhere. */
  routes(): Hono;
  room(name: string): RoomState;
  /** The current picture as WebP; null when nothing comes or the codec cannot be decoded. */
  picture(room: string): Promise<Buffer | null>;
  /** Null when the subject viewed nothing in the last ten minutes. */
  viewer(subject: string): ViewerState | null;
  /** False when there is no such viewer. */
  drop(subject: string): boolean;
  closeRoom(name: string): void;
  stats(): SfuStats;
  close(): Promise<void>;
}
