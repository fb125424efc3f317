import type { Hono } from 'hono';
import type { PictureSize, Received } from '../../port/gateway.ts';
import type { MediaStats } from '../../port/served.ts';
import { type DoorLimits, type DoorOptions, doorLimits, type MediaLog } from '../../whip/door.ts';

export interface SfuOptions extends DoorOptions {
  /** IP to announce instead of the machine's own; without it loopback is offered too. */
  host?: string | undefined;
  portRange?: readonly [min: number, max: number] | undefined;
  log?: MediaLog | undefined;
  /** Called when media of a room begins or ends. */
  onPublisher?: ((room: string, up: boolean) => void) | undefined;
  limits?: Partial<SfuLimits> | undefined;
}

export interface SfuLimits extends DoorLimits {
  /** ms until a peer must be connected. */
  connectMs: number;
  /** ms without media after which a publisher counts as stopped; its session stays, and media resumes it. */
  stillMs: number;
  /**
   * ms without a packet after which a peer is absent: it takes no seat and is sent nothing until it is heard again.
   * Players that receive a picture report every 0.5 to 1.5 s.
   */
  absentMs: number;
  /** The same for peers that report every 2.5 to 7.5 s: audio-only sessions, players that do not estimate bandwidth. */
  absentRareMs: number;
  /** ms without a packet after which a peer's session ends. */
  silenceMs: number;
}

export const defaultLimits: SfuLimits = {
  ...doorLimits,
  connectMs: 15_000,
  stillMs: 2500,
  absentMs: 3000,
  absentRareMs: 8000,
  silenceMs: 15_000,
};

export interface RoomState {
  publishing: boolean;
  /** Viewers that are present, connected or connecting. */
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** ms since the epoch. */
  lastMediaAt: number | null;
  /** Null while nothing is published. */
  received: Received | null;
  /** ms since the epoch at which a replaced publisher was refused; null if never. */
  refusedAt: number | null;
}

export interface ViewerState {
  /** Counted across reconnects. */
  packetsOut: number;
  /** ms of media sent, gaps of up to 2 s included, while the picture is not frozen; counted across reconnects. */
  deliveredMs: number;
  /** Connected and heard within the last `absentMs`. */
  connected: boolean;
  lastMediaAt: number | null;
}

/** All rooms, and all viewers with the room they currently view. */
export interface SfuState {
  rooms: ReadonlyMap<string, RoomState>;
  viewers: ReadonlyMap<string, ViewerState & { room: string | null }>;
}

export interface Sfu {
  /** `/whip/{room}`, `/whep/{room}` and `/session/{id}`, to be mounted anywhere. */
  routes(): Hono;
  room(name: string): RoomState;
  /** The current picture as WebP; null if no media arrives or the codec cannot be decoded. */
  picture(room: string, size: PictureSize): Promise<Buffer | null>;
  /** Null if the subject viewed nothing in the last ten minutes. */
  viewer(subject: string): ViewerState | null;
  /** Subjects of the room's connected viewers. */
  watchers(room: string): string[];
  /** Returns false if the viewer does not exist. */
  drop(subject: string): boolean;
  closeRoom(name: string): void;
  stats(): MediaStats;
  state(): SfuState;
  close(): Promise<void>;
}
