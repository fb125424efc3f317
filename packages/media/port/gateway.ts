import type { IceServerConfig, PlayerConfig } from './player-config.ts';
import type { PublishAgentName } from './publish-agent.ts';

export interface PublishTarget {
  url: string;
  token: string;
  expiresAt: Date;
  iceServers: IceServerConfig[];
}

export interface RoomState {
  publishing: boolean;
  viewers: number;
  packetsIn: number;
  packetsOut: number;
  /** ms since the epoch; null before the first packet. */
  lastMediaAt: number | null;
}

export interface ViewerState {
  connected: boolean;
  packetsOut: number;
  /** Whole ms of media sent to this viewer, gaps of up to 2 s included. */
  deliveredMs: number;
  lastMediaAt: number | null;
}

/** Rooms and subjects are opaque names to the media server. */
export interface MediaGateway {
  /**
   * Whether all processes of the product have one media server. Each can then ask about every room and viewer and is told the
   * same, `deliveredMs` too: what one of them counted, another goes on from. Else a process knows those it serves itself.
   */
  readonly shared: boolean;
  /** How a browser publishes here. */
  readonly publishAgent: PublishAgentName;
  /** `seconds`: how long the token opens new sessions; without it a working day. */
  publishTarget(room: string, subject: string, seconds?: number): Promise<PublishTarget>;
  /** `seconds`: the same; without it an hour. */
  playTarget(room: string, subject: string, seconds?: number): Promise<PlayerConfig>;
  room(name: string): RoomState;
  /** What a room shows now, as an unchecked image file; null when there is none. */
  picture(room: string): Promise<Buffer | null>;
  viewer(subject: string): ViewerState | null;
  /** Ends what this subject views, and makes all its tokens so far worthless, those to publish too. */
  drop(subject: string): void;
  closeRoom(name: string): void;
  close(): Promise<void>;
}
