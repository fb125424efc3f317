import type { Hono } from 'hono';
import type { MediaStats } from '../../port/served.ts';
import { type DoorLimits, type DoorOptions, doorLimits, type MediaLog } from '../../whip/types.ts';

export interface SfuOptions extends DoorOptions {
  /** IP to announce; without it loopback is offered too. */
  host?: string | undefined;
  portRange?: readonly [min: number, max: number] | undefined;
  log?: MediaLog | undefined;
  /** Media of a room begins or ends. */
  onPublisher?: ((room: string, up: boolean) => void) | undefined;
  limits?: Partial<SfuLimits> | undefined;
}

export interface SfuLimits extends DoorLimits {
  /** ms until a peer must be connected. */
  connectMs: number;
  /** ms without media after which a publisher publishes no more; its session stays, and media brings it back. */
  stillMs: number;
  /**
   * ms without a packet after which a peer is not there: it holds no seat and is sent nothing until it is heard again. Players
   * report a picture every 0.5 to 1.5 s.
   */
  absentMs: number;
  /** The same for those who report every 2.5 to 7.5 s: a session of sound alone, a player that does not estimate its line. */
  absentRareMs: number;
  /** ms without a packet after which a peer is dead and its session ends. */
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
  /** Those who are there, connected or about to be. */
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** ms since the epoch. */
  lastMediaAt: number | null;
}

export interface ViewerState {
  /** Counted across reconnects. */
  packetsOut: number;
  /** ms of media sent, gaps of up to 2 s included; counted across reconnects. */
  deliveredMs: number;
  /** Connected, and heard of within `absentMs`. */
  connected: boolean;
  lastMediaAt: number | null;
}

/** All rooms, and all viewers with the room that they view now. */
export interface SfuState {
  rooms: ReadonlyMap<string, RoomState>;
  viewers: ReadonlyMap<string, ViewerState & { room: string | null }>;
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
  stats(): MediaStats;
  state(): SfuState;
  close(): Promise<void>;
}
