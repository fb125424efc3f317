import { readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/time.ts';
import {
  type Choice,
  canOpenCamera,
  closeCamera,
  deviceTroubleOf,
  listDevices,
  openCamera,
} from '../../media/devices.ts';
import { request } from '../request.ts';
import { openChat } from '../store.ts';
import type { CamBackState, CamBackTrouble } from './store.ts';

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
