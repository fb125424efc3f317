import { atom, type MapStore, map, type WritableAtom } from 'nanostores';
import { readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import {
  type Choice,
  canOpenCamera,
  closeCamera,
  type Devices,
  type DeviceTrouble,
  deviceTroubleOf,
  listDevices,
  openCamera,
} from '../../media/devices.ts';
import { request } from '../request.ts';
import { openChat } from '../store.ts';

export type Settings = OutputOf<typeof readCamBackSettings>;

const refusals: Partial<Record<ErrorLabel, CamBackTrouble>> = {
  'badRequest.camBack.tooSoon': 'tooSoon',
  'badRequest.camBack.notHere': 'notHere',
  'badRequest.camBack.ended': 'ended',
  UNAVAILABLE: 'network',
};

/** Maps a refused call's error to the trouble shown at the camera. */
export const refusalOf = (error: unknown): CamBackTrouble => refusals[labelOf(error)] ?? 'refused';

export interface Preview {
  /** Settings of the last preview. */
  camBackSettings(): Settings | null;
  /**
   * Opens the camera for its owner only: nothing leaves the browser. Throws 'Camback container not found' without a
   * container (live spec 8); all other errors are set in `$camBack`.
   */
  openPreview(container: HTMLVideoElement | null): Promise<void>;
  /** Changes camera or microphone, or turns the microphone off; the preview shows it at once. */
  chooseDevice(change: Partial<Choice>): Promise<void>;
  /** Also cancels an opening that waits for the permission. */
  closePreview(): void;
}

export function createPreview({ $camBack, $camera, $choice, $devices, $restEnds }: CamBackState): Preview {
  let settings: Settings | null = null;
  /** Identifies an opening, so that a camera that opens after its cancellation is closed. */
  let opening = 0;

  const open = async (current: number): Promise<void> => {
    if (!settings || current !== opening) return;
    if (!canOpenCamera()) {
      $camBack.setKey('trouble', 'unsupported');
      return;
    }
    try {
      const stream = await openCamera($choice.get(), settings.streamSettings);
      if (current !== opening) {
        closeCamera(stream);
        return;
      }
      $camera.set(stream);
      const devices = await listDevices();
      if (current === opening) $devices.set(devices);
    } catch (error) {
      if (current === opening) $camBack.setKey('trouble', deviceTroubleOf(error));
    }
  };
  const closePreview = (): void => {
    opening += 1;
    closeCamera($camera.get());
    $camera.set(null);
  };
  return {
    camBackSettings: () => settings,
    closePreview,
    async openPreview(container) {
      if (!container) {
        $camBack.setKey('trouble', 'container');
        throw new Error('Camback container not found');
      }
      closePreview();
      opening += 1;
      const current = opening;
      $camBack.setKey('trouble', null);
      try {
        settings = await request(readCamBackSettings, { auth: openChat().auth });
        $restEnds.set(steadyNow() + settings.restMs);
      } catch (error) {
        if (current === opening) $camBack.setKey('trouble', refusalOf(error));
        return;
      }
      await open(current);
    },
    async chooseDevice(change) {
      $choice.set({ ...$choice.get(), ...change });
      closePreview();
      $camBack.setKey('trouble', null);
      opening += 1;
      await open(opening);
    },
  };
}

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
