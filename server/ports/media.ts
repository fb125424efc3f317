import type { PlayerConfig } from '#contract/media/player.ts';

export interface PublishTarget {
  url: string;
  token: string;
  expiresAt: Date;
}

export interface RoomState {
  publishing: boolean;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** Time of the last media packet, ms since the epoch; null before the first. */
  lastMediaAt: number | null;
}

/** What was delivered to one viewer. */
export interface ViewerState {
  connected: boolean;
  packetsOut: number;
  lastMediaAt: number | null;
}

/** The media server as the product sees it; rooms and subjects are opaque names to it. */
export interface MediaGateway {
  publishTarget(room: string, subject: string): Promise<PublishTarget>;
  playTarget(room: string, subject: string): Promise<PlayerConfig>;
  room(name: string): RoomState;
  /** What a room shows now, as an image file nobody has judged yet; null where it can't be had. */
  picture(room: string): Promise<Buffer | null>;
  viewer(subject: string): ViewerState | null;
  /** Cuts one viewer off. */
  drop(subject: string): void;
  closeRoom(name: string): void;
  close(): Promise<void>;
}
