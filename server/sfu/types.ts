import type { Hono } from 'hono';

export type MediaRight = 'publish' | 'view';

export interface Grant {
  /** Whose session it is; a viewer's counters are kept under this name. */
  subject: string;
  /** Time (ms) until which the token opens new sessions; one that is open goes on. */
  expiresAt: number;
}

export interface IceServer {
  urls: string | readonly string[];
  username?: string | undefined;
  credential?: string | undefined;
}

export interface SfuOptions {
  /** What a token allows in a room, or null when it allows nothing. */
  authorize(token: string, room: string, right: MediaRight): Promise<Grant | null>;
  iceServers: readonly IceServer[];
  /** Address to announce when it is not the machine's own; without it loopback is offered too. */
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
  /** New sessions a subject may open in ten seconds. */
  postsPerSubject: number;
  /** PATCH and DELETE requests for one session in ten seconds. */
  changesPerSession: number;
  /** A peer that did not connect within this time (ms) is given up. */
  connectMs: number;
  /** A peer that was not heard for this time (ms) is dead. */
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
  /** Time (ms) of the last packet from the publisher. */
  lastMediaAt: number | null;
}

export interface ViewerState {
  /** Packets sent to this subject, counted on over reconnects. */
  packetsOut: number;
  /** True while the viewer's side answers. */
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
  /** What the room shows now, as an image file (WebP); null where nothing comes or the codec can't be read. */
  picture(room: string): Promise<Buffer | null>;
  /** Null when the subject did not view anything in the last ten minutes. */
  viewer(subject: string): ViewerState | null;
  /** Cuts one viewer; false when there is none. */
  drop(subject: string): boolean;
  /** Ends the publisher and all viewers of a room. */
  closeRoom(name: string): void;
  stats(): SfuStats;
  close(): Promise<void>;
}
