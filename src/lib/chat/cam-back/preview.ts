import type { DeviceList, DeviceRoom, DeviceRoomView } from '@vonk/media/devices';
import { atom, type MapStore, map, type WritableAtom } from 'nanostores';
import { readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { type CameraTrouble, type Choice, cameraTroubleOf, createOwnCamera } from '../../media/devices.ts';
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
  /** Changes camera or microphone, or turns the microphone off, also while it is sent. */
  chooseDevice(change: Partial<Choice>): Promise<void>;
  /** Also cancels an opening that waits for the permission. */
  closePreview(): void;
}

export interface PreviewParts {
  /** Whether the camera is being sent. */
  isOn(): boolean;
  /** Another track of the camera or the microphone is used from now on. */
  onTrack(track: MediaStreamTrack): Promise<void> | void;
  /** The camera that is being sent is gone, and does not return by itself. */
  onLost(): void;
}

export function createPreview(state: CamBackState, parts: PreviewParts): Preview {
  const { $camBack, $choice, $restEnds } = state;
  let settings: Settings | null = null;
  let room: DeviceRoom | null = null;
  /** Identifies an opening, so that one that was cancelled goes no further. */
  let opening = 0;
  let unfollow = (): void => undefined;

  const closePreview = (): void => {
    opening += 1;
    unfollow();
    room?.leave();
    room = null;
    state.$camera.set(null);
  };
  /** Tells why an attempt failed: a camera goes on without a microphone, and a microphone alone is closed. */
  const tell = (attempted: DeviceRoom): void => {
    if (room !== attempted) return;
    const { camera, microphone } = attempted.$room.get();
    if (!camera.track) attempted.close('microphone');
    const trouble = camera.trouble && cameraTroubleOf(camera.trouble);
    if (camera.state !== 'offered')
      $camBack.setKey('trouble', trouble ?? (microphone.trouble ? 'noMicrophone' : null));
  };
  const open = async (): Promise<void> => {
    if (!settings) return;
    const choice = $choice.get();
    const opened = createOwnCamera(choice, settings.streamSettings, parts.onTrack);
    room = opened;
    unfollow = opened.$room.subscribe((view) => show(view, state, parts));
    await opened.open(choice.microphone === 'none' ? ['camera'] : undefined);
    tell(opened);
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
      const current = opening;
      $camBack.setKey('trouble', null);
      try {
        settings = await request(readCamBackSettings, { auth: openChat().auth });
        $restEnds.set(steadyNow() + settings.restMs);
      } catch (error) {
        if (current === opening) $camBack.setKey('trouble', refusalOf(error));
        return;
      }
      if (current === opening) await open();
    },
    async chooseDevice(change) {
      $choice.set({ ...$choice.get(), ...change });
      const chosen = room;
      if (!chosen) return;
      $camBack.setKey('trouble', null);
      const { camera, microphone } = change;
      if (camera !== undefined) await chosen.choose('camera', camera);
      if (microphone === 'none') chosen.close('microphone');
      else if (microphone !== undefined) await chosen.choose('microphone', microphone);
      // If another camera does not open, the former one goes on.
      $choice.set({ ...$choice.get(), camera: chosen.$room.get().camera.chosen });
      tell(chosen);
    },
  };
}

/** Shows the room's devices: the same stream as long as a camera is there, also while its tracks change. */
function show({ camera, microphone, list }: DeviceRoomView, state: CamBackState, parts: PreviewParts): void {
  const { $camera, $camBack, $devices, $isSilent } = state;
  const isOn = parts.isOn();
  $devices.set(list);
  $isSilent.set(microphone.track === null);
  if (!camera.track && !isOn) $camera.set(null);
  const stream = $camera.get() ?? (camera.track && new MediaStream());
  if (stream)
    for (const [kind, track] of [['video', camera.track] as const, ['audio', microphone.track] as const])
      exchange(stream, kind, track);
  $camera.set(stream);
  if (isOn) {
    const isGone = !camera.track && camera.isLost && !camera.isReturning && camera.state !== 'opening';
    if (isGone) parts.onLost();
  } else if (camera.state === 'offered') $camBack.setKey('trouble', 'offered');
  else if (camera.state === 'ended') $camBack.setKey('trouble', 'lost');
}

function exchange(stream: MediaStream, kind: 'video' | 'audio', track: MediaStreamTrack | null): void {
  for (const former of stream.getTracks())
    if (former.kind === kind && former !== track) stream.removeTrack(former);
  if (!track || stream.getTracks().includes(track)) return;
  if (kind === 'video') track.contentHint = 'motion';
  stream.addTrack(track);
}

/** Each has a text in `camBack.trouble.…`. */
export type CamBackTrouble =
  | CameraTrouble
  /** The camera is open, the microphone is not. */
  | 'noMicrophone'
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
  /** No microphone is open. */
  readonly $isSilent: WritableAtom<boolean>;
  readonly $devices: WritableAtom<DeviceList>;
  /** Kept for the next start on this page. */
  readonly $choice: WritableAtom<Choice>;
  /** ms since the epoch; the camera cannot be started again before it. */
  readonly $restEnds: WritableAtom<number>;
}

export const createState = (): CamBackState => ({
  $camBack: map<CamBack>(camBackOff),
  $camera: atom<MediaStream | null>(null),
  $isSilent: atom(false),
  $devices: atom<DeviceList>({ cameras: [], microphones: [] }),
  $choice: atom<Choice>({ camera: null, microphone: null }),
  $restEnds: atom(0),
});
