import {
  CaptureError,
  type CaptureTrouble,
  capture,
  captureCamera,
  captureMicrophone,
  type SourceName,
} from '@vonk/media/publisher';
import { map, type ReadableAtom } from 'nanostores';
import { type Devices, listDevices } from '../../media/devices.ts';

export interface DevicesView {
  readonly state: 'closed' | 'opening' | 'open';
  readonly trouble: CaptureTrouble | null;
  readonly list: Devices;
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
  /** Without voice processing. */
  readonly music: boolean;
  /** Unplugged: asks before another camera is used. */
  readonly isCameraLost: boolean;
}

/** Camera and microphone of a studio page; opening them sends nothing. */
export interface StudioDevices {
  readonly $devices: ReadableAtom<DevicesView>;
  open(): Promise<void>;
  close(): void;
  /** Null chooses the browser's default. A muted device stays muted. */
  chooseCamera(deviceId: string | null): Promise<void>;
  chooseMicrophone(deviceId: string | null): Promise<void>;
  /** Opens the microphone again, with or without voice processing. */
  setMusic(isMusic: boolean): Promise<void>;
  /** Opens the default microphone instead of one that was unplugged. */
  openOther(): Promise<MediaStreamTrack>;
  /** A device was unplugged, or its track ended. */
  lose(source: SourceName): void;
  /** Opens the microphone again if its track has ended. */
  restore(): Promise<void>;
}

const closed: DevicesView = {
  state: 'closed',
  trouble: null,
  list: { cameras: [], microphones: [] },
  camera: null,
  microphone: null,
  music: false,
  isCameraLost: false,
};

/** `onTrack`: sends another track from now on, before the previous one is stopped. */
export function createStudioDevices(onTrack: (track: MediaStreamTrack) => Promise<void>): StudioDevices {
  const $devices = map<DevicesView>(closed);
  const { attempt, cancel } = createOpening((trouble) => $devices.setKey('trouble', trouble));
  const view = () => $devices.get();

  const listAgain = async (): Promise<void> =>
    $devices.setKey('list', await listDevices().catch(() => closed.list));
  const replace = async (source: SourceName, run: () => Promise<MediaStreamTrack>): Promise<void> => {
    const track = await attempt(run, (late) => late.stop());
    if (!track) return;
    const before = view()[source];
    track.enabled = before?.enabled ?? true;
    $devices.setKey(source, track);
    if (source === 'camera') $devices.setKey('isCameraLost', false);
    await onTrack(track);
    before?.stop();
    await listAgain();
  };
  const openMicrophone = (deviceId: string | null = null) =>
    captureMicrophone({ microphone: deviceId, music: view().music });

  return {
    $devices,
    async open() {
      $devices.setKey('state', 'opening');
      const captured = await attempt(
        () => capture({ music: view().music }),
        ({ camera, microphone }) => {
          camera?.stop();
          microphone?.stop();
        },
      );
      if (captured) {
        $devices.set({ ...view(), ...captured, state: 'open', isCameraLost: false });
        await listAgain();
      } else if (view().state === 'opening') $devices.setKey('state', 'closed');
    },
    close() {
      cancel();
      view().camera?.stop();
      view().microphone?.stop();
      $devices.set({ ...closed, music: view().music });
    },
    chooseCamera: (deviceId) => replace('camera', () => captureCamera(deviceId)),
    chooseMicrophone: (deviceId) => replace('microphone', () => openMicrophone(deviceId)),
    async setMusic(isMusic) {
      $devices.setKey('music', isMusic);
      const deviceId = view().microphone?.getSettings().deviceId ?? null;
      await replace('microphone', () => openMicrophone(deviceId));
    },
    async openOther() {
      const track = await openMicrophone();
      $devices.setKey('microphone', track);
      return track;
    },
    lose(source) {
      if (source === 'camera') $devices.setKey('isCameraLost', true);
      void listAgain();
    },
    async restore() {
      if (view().microphone?.readyState === 'ended') await replace('microphone', openMicrophone);
    },
  };
}

/** Opens devices one attempt at a time: what opens after the next attempt, or after `cancel`, is discarded. */
function createOpening(onTrouble: (trouble: DevicesView['trouble']) => void) {
  let opening = 0;
  return {
    cancel() {
      opening += 1;
    },
    /** Null if it failed or is no longer wanted. */
    async attempt<Opened>(
      run: () => Promise<Opened>,
      discard: (opened: Opened) => void,
    ): Promise<Opened | null> {
      opening += 1;
      const current = opening;
      onTrouble(null);
      try {
        const opened = await run();
        if (current === opening) return opened;
        discard(opened);
      } catch (error) {
        const trouble = error instanceof CaptureError ? error.trouble : 'unknown';
        if (current === opening) onTrouble(trouble);
      }
      return null;
    },
  };
}
