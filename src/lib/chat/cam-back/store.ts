import { atom, type MapStore, map, type WritableAtom } from 'nanostores';
import type { Choice, Devices, DeviceTrouble } from '../../media/devices.ts';

/** Each has a text in `camBack.trouble.…`. */
export type CamBackTrouble =
  | DeviceTrouble
  /** 'Camback container not found': there is no element to show the preview in. */
  | 'container'
  /** The media server requires an agent this page does not have. */
  | 'agent'
  | 'tooSoon'
  | 'notHere'
  /** The performer has ended it. */
  | 'ended'
  | 'refused'
  | 'network'
  /** The device was removed or the permission revoked while the camera was on. */
  | 'lost';

export interface CamBack {
  readonly status: 'idle' | 'loading' | 'started' | 'stopping' | 'stopped';
  /** Why the camera did not start, or stopped. */
  readonly trouble: CamBackTrouble | null;
  /** The connection is lost and being retried; the camera itself is still on. */
  readonly isReconnecting: boolean;
}

export const camBackOff: CamBack = { status: 'idle', trouble: null, isReconnecting: false };

/** State of a camera, its preview and its devices. */
export interface CamBackState {
  readonly $camBack: MapStore<CamBack>;
  /** The open camera: shown to its owner only until it is started. */
  readonly $camera: WritableAtom<MediaStream | null>;
  readonly $devices: WritableAtom<Devices>;
  /** Kept for the next start on this page. */
  readonly $choice: WritableAtom<Choice>;
  /** ms since the epoch; the camera cannot be started again before it. */
  readonly $restEnds: WritableAtom<number>;
}

export const createState = (): CamBackState => ({
  $camBack: map<CamBack>(camBackOff),
  $camera: atom<MediaStream | null>(null),
  $devices: atom<Devices>({ cameras: [], microphones: [] }),
  $choice: atom<Choice>({ camera: null, microphone: null }),
  $restEnds: atom(0),
});
