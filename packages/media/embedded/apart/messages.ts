import type { PictureSize, RoomState, ViewerState } from '../../port/gateway.ts';
import type { IceConfig } from '../../port/player-config.ts';
import type { MediaStats } from '../../port/served.ts';
import type { Authorization, MediaRight } from '../../whip/door.ts';
import type { SfuOptions } from '../sfu/index.ts';

/** Options of the media server's start. */
export interface ApartOptions extends Pick<SfuOptions, 'host' | 'portRange' | 'limits'> {
  ice?: IceConfig | undefined;
  /** Path under which its routes are mounted. */
  mount: string;
}

export interface ForwardedRequest {
  path: string;
  method: string;
  headers: [name: string, value: string][];
  body: string | null;
  /** Client IP; request limits count per client. */
  client: string;
}

export interface ForwardedResponse {
  status: number;
  headers: [name: string, value: string][];
  body: string | null;
}

/** A viewer with the room it views; null while it views no room. */
export interface PlacedViewer extends ViewerState {
  room: string | null;
}

/** Changes since the previous message; a state is null once its room or viewer is gone. */
export interface StateChange {
  /** When it was sent. All its times are ms since the epoch by the media server's clock. */
  at: number;
  /** Number of the last command that this state includes. */
  seen: number;
  rooms: [name: string, state: RoomState | null][];
  viewers: [subject: string, state: PlacedViewer | null][];
  stats: MediaStats;
}

/** Commands are numbered, so that the product knows which of them a state does not include yet. */
export type Command = { drop: string } | { closeRoom: string };

/** From the product to the media server. In both directions messages arrive in the order they were sent. */
export type ToMedia =
  | { kind: 'open'; options: ApartOptions }
  | { kind: 'request'; id: number; request: ForwardedRequest }
  | { kind: 'grant'; id: number; grant: Authorization }
  | { kind: 'command'; seq: number; command: Command }
  | { kind: 'picture'; id: number; room: string; size: PictureSize }
  | { kind: 'close' };

export type FromMedia =
  | { kind: 'response'; id: number; response: ForwardedResponse }
  | { kind: 'authorize'; id: number; token: string; room: string; right: MediaRight }
  | { kind: 'state'; change: StateChange }
  | { kind: 'publisher'; room: string; up: boolean }
  | { kind: 'picture'; id: number; image: Uint8Array | null }
  | { kind: 'log'; event: string; fields: Readonly<Record<string, unknown>> };
