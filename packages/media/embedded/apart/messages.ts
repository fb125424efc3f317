import type { RoomState, ViewerState } from '../../port/gateway.ts';
import type { IceConfig } from '../../port/ice-config.ts';
import type { MediaStats } from '../../port/served.ts';
import type { Authorization, MediaRight } from '../../whip/types.ts';
import type { SfuOptions } from '../sfu/index.ts';

/** What the media server is started with. */
export interface ApartOptions extends Pick<SfuOptions, 'host' | 'portRange' | 'limits'> {
  ice?: IceConfig | undefined;
  /** The path that its routes are reached under. */
  mount: string;
}

export interface ForwardedRequest {
  path: string;
  method: string;
  headers: [name: string, value: string][];
  body: string | null;
  /** Whose requests count together. */
  client: string;
}

export interface ForwardedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: string | null;
}

/** A viewer and where; null when nothing is viewed now. */
export interface PlacedViewer extends ViewerState {
  room: string | null;
}

/** What has changed since the last one; null for what is no more. */
export interface StateChange {
  /** When this was told, by the media server's clock, as all times in it: ms since the epoch. */
  at: number;
  /** The last command that it knows of. */
  seen: number;
  rooms: [name: string, state: RoomState | null][];
  viewers: [subject: string, state: PlacedViewer | null][];
  stats: MediaStats;
}

/** Numbered, so that the product knows which of them a state is older than. */
export type Command = { drop: string } | { closeRoom: string };

/** From the product to the media server. Both ways, messages arrive in the order in which they were sent. */
export type ToMedia =
  | { kind: 'open'; options: ApartOptions }
  | { kind: 'request'; id: number; request: ForwardedRequest }
  | { kind: 'grant'; id: number; grant: Authorization }
  | { kind: 'command'; seq: number; command: Command }
  | { kind: 'picture'; id: number; room: string }
  | { kind: 'close' };

export type FromMedia =
  | { kind: 'response'; id: number; response: ForwardedResponse }
  | { kind: 'authorize'; id: number; token: string; room: string; right: MediaRight }
  | { kind: 'state'; change: StateChange }
  | { kind: 'publisher'; room: string; up: boolean }
  | { kind: 'picture'; id: number; image: Uint8Array | null }
  | { kind: 'log'; event: string; fields: Readonly<Record<string, unknown>> };
