import type { IceServerConfig, PlayerConfig } from './player-config.ts';

/** How a browser publishes; the media server decides. */
export const publishAgents = ['whip', 'janus', 'nano'] as const;
export type PublishAgentName = (typeof publishAgents)[number];

/** Permanent encoder keys, stored by the product. */
export interface PublishKeys {
  /** Returns the subject of a room's key; null if the key is invalid. */
  subjectOf(key: string, room: string): Promise<string | null>;
  /** ms since the epoch; earlier tokens of the subject are invalid, also after a restart. Null if never revoked. */
  revokedAt(subject: string): Promise<number | null>;
}

export interface PublishTarget {
  url: string;
  token: string;
  expiresAt: Date;
  iceServers: IceServerConfig[];
}

/** What arrives from a publisher, measured over the last two seconds without decoding. */
export interface Received {
  /**
   * `frozen`: no new frame for two seconds, or only frames that repeat the same picture. Null if the publisher sends no
   * picture.
   */
  picture: 'moving' | 'frozen' | null;
  /** ms for which nothing was heard; 0 while there is sound, without a microphone, or if it cannot be told. */
  silentMs: number;
  /** Of the largest picture, in pixels; null if unknown. */
  size: { width: number; height: number } | null;
  /** Of the largest picture; null if unknown. */
  framesPerSecond: number | null;
  /** bit/s of all pictures and the sound. */
  bitrate: number;
}

/** Of a picture that is sent in several sizes: at least 120 pixels high from the product’s own publisher. */
export type PictureSize = 'small' | 'large';

export interface RoomState {
  publishing: boolean;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** ms since the epoch; null before the first packet. */
  lastMediaAt: number | null;
  /** Null while nothing is published. */
  received: Received | null;
  /**
   * ms since the epoch at which a publisher was refused because another one has taken over; null if never, and if the
   * media server does not tell.
   */
  refusedAt: number | null;
}

export interface ViewerState {
  connected: boolean;
  packetsOut: number;
  /** Whole ms of media sent to this viewer, gaps of up to 2 s included; stands still while the picture is frozen. */
  deliveredMs: number;
  lastMediaAt: number | null;
}

/** Rooms and subjects are opaque names to the media server. */
export interface MediaGateway {
  /**
   * Whether all processes share one media server and so the state of every room and viewer, including `deliveredMs`.
   * Otherwise a process knows only the rooms and viewers that it serves.
   */
  readonly shared: boolean;
  /** The agent with which browsers publish. */
  readonly publishAgent: PublishAgentName;
  /** ms since the epoch at which a media server that belongs to this process was started last; missing for any other. */
  startedAt?(): number;
  /** `seconds`: how long the token can open sessions; by default a working day. */
  publishTarget(room: string, subject: string, seconds?: number): Promise<PublishTarget>;
  /** `seconds`: the same; by default an hour. */
  playTarget(room: string, subject: string, seconds?: number): Promise<PlayerConfig>;
  room(name: string): RoomState;
  /** The room's current picture as an unchecked image file; null without a picture. */
  picture(room: string, size: PictureSize): Promise<Buffer | null>;
  viewer(subject: string): ViewerState | null;
  /** Subjects of the room's connected viewers: neither those that still connect, nor those that are closing. */
  watchers(room: string): readonly string[];
  /** Ends the subject's views and invalidates all its tokens so far, including those to publish. */
  drop(subject: string): void;
  closeRoom(name: string): void;
  close(): Promise<void>;
}
