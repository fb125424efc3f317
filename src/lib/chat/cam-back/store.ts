import { atom, type MapStore, map, type WritableAtom } from 'nanostores';
import type { Choice, Devices, DeviceTrouble } from './devices.ts';

/** Each has a text, `camBack.trouble.…`. */
export type CamBackTrouble =
  | DeviceTrouble
  /** 'Camback container not found': the preview has no place. */
  | 'container'
  /** The media server needs an agent that this page has not. */
  | 'agent'
  | 'tooSoon'
  | 'notHere'
  | 'refused'
  | 'network'
  /** The device was pulled out, or the permission taken back, while it was on. */
  | 'lost';

export interface CamBack {
  readonly status: 'idle' | 'loading' | 'started' | 'stopping' | 'stopped';
  /** Why it is not on, or did not stay on. */
  readonly trouble: CamBackTrouble | null;
  /** The line is lost and being tried again; the camera itself is still on. */
  readonly isReconnecting: boolean;
}

export const camBackOff: CamBack = { status: 'idle', trouble: null, isReconnecting: false };

/** What is seen of a camera, its preview and its devices. */
export interface CamBackState {
  readonly $camBack: MapStore<CamBack>;
  /** The open camera: shown to its owner only until it is started. */
  readonly $camera: WritableAtom<MediaStream | null>;
  readonly $devices: WritableAtom<Devices>;
  /** Kept for the next time on this page. */
  readonly $choice: WritableAtom<Choice>;
  /** ms since the epoch from which on it may be started again. */
  readonly $restEnds: WritableAtom<number>;
}

export const createState = (): CamBackState => ({
  $camBack: map<CamBack>(camBackOff),
  $camera: atom<MediaStream | null>(null),
  $devices: atom<Devices>({ cameras: [], microphones: [] }),
  $choice: atom<Choice>({ camera: null, microphone: null }),
  $restEnds: atom(0),
});
