import {
  type BroadcastPicture,
  broadcastWishes,
  createDeviceRoom,
  type DeviceList,
  type DeviceRoomView,
  type DeviceTrouble,
  isDelivering,
  opensOneCamera,
  type PictureSize,
  type SourceName,
} from '@vonk/media/devices';
import { atom, computed, type ReadableAtom } from 'nanostores';

/** What the page says about one of the devices, or about both. */
export type DeviceNotice =
  /** Neither opened, for the same reason. */
  | { readonly what: 'neither'; readonly trouble: DeviceTrouble }
  | { readonly what: 'missing'; readonly source: SourceName; readonly trouble: DeviceTrouble }
  /** Another one was chosen and did not open; the former one goes on. */
  | { readonly what: 'kept'; readonly source: SourceName; readonly trouble: DeviceTrouble }
  /** Unplugged, or taken away by the system. `isBack`: the same one can be opened again. */
  | { readonly what: 'lost'; readonly source: SourceName; readonly isBack: boolean }
  /** Plugged in, or allowed, after it was missing. */
  | { readonly what: 'offered'; readonly source: SourceName }
  /** Open, but the system lets nothing through. */
  | { readonly what: 'withheld'; readonly source: SourceName };

export interface DevicesView {
  /** `open`: at least one of them was opened, and the page has not closed them. */
  readonly state: 'closed' | 'opening' | 'open';
  readonly list: DeviceList;
  readonly camera: MediaStreamTrack | null;
  readonly microphone: MediaStreamTrack | null;
  /** Of the camera's picture; null while unknown. */
  readonly size: PictureSize | null;
  /** Without voice processing. */
  readonly music: boolean;
  /** Size and rate of the camera's picture; the line decides how much of it is sent. */
  readonly picture: BroadcastPicture;
  readonly notices: readonly DeviceNotice[];
}

/** Camera and microphone of a studio page; opening them sends nothing. */
export interface StudioDevices {
  readonly $devices: ReadableAtom<DevicesView>;
  /** Opens what there is. */
  open(): Promise<void>;
  close(): void;
  /** Null chooses the browser's default. A muted device stays muted. */
  chooseCamera(deviceId: string | null): Promise<void>;
  chooseMicrophone(deviceId: string | null): Promise<void>;
  /** Opens one that is missing, was lost, or is withheld by the system. */
  openAgain(source: SourceName): Promise<void>;
  /** Opens the microphone again, with or without voice processing. */
  setMusic(isMusic: boolean): Promise<void>;
  /** Opens the camera again in another size, also while it is sent. */
  setPicture(picture: BroadcastPicture): Promise<void>;
  /** The shown picture has another size. */
  measure(size: PictureSize): void;
  /** Final. */
  leave(): void;
}

/** `onTrack`: sends another track from now on, before the previous one is stopped. */
export function createStudioDevices(onTrack: (track: MediaStreamTrack) => Promise<void>): StudioDevices {
  const $music = atom(false);
  const $picture = atom<BroadcastPicture>('large');
  const $isOpen = atom(false);
  const { $room, ...room } = createDeviceRoom({
    // Undefined in insecure pages, despite its type.
    devices: navigator.mediaDevices as MediaDevices | undefined,
    permissions: navigator.permissions,
    wishes: () => broadcastWishes($music.get(), $picture.get()),
    isSingle: isOnPhone(),
    replacesMicrophone: true,
    onTrack,
  });
  const isAnyOpen = () => [$room.get().camera, $room.get().microphone].some(({ track }) => track !== null);

  return {
    $devices: computed([$room, $music, $picture, $isOpen], viewOf),
    async open() {
      await room.open();
      $isOpen.set(isAnyOpen());
    },
    close() {
      $isOpen.set(false);
      room.close();
    },
    chooseCamera: (deviceId) => room.choose('camera', deviceId),
    chooseMicrophone: (deviceId) => room.choose('microphone', deviceId),
    openAgain: (source) =>
      isDelivering($room.get()[source].state) ? room.reopen(source) : room.open([source]),
    async setMusic(isMusic) {
      $music.set(isMusic);
      if ($room.get().microphone.track) await room.reopen('microphone');
    },
    async setPicture(picture) {
      $picture.set(picture);
      if ($room.get().camera.track) await room.reopen('camera');
    },
    measure: room.measure,
    leave: room.leave,
  };
}

/** Phones open one camera at a time, and send two sizes of its picture. */
export const isOnPhone = (): boolean => opensOneCamera(navigator);

function viewOf(
  room: DeviceRoomView,
  music: boolean,
  picture: BroadcastPicture,
  isOpen: boolean,
): DevicesView {
  const { camera, microphone, list } = room;
  const isOpening = camera.state === 'opening' || microphone.state === 'opening';
  return {
    state: isOpen ? 'open' : isOpening ? 'opening' : 'closed',
    list,
    camera: camera.track,
    microphone: microphone.track,
    size: camera.size,
    music,
    picture,
    notices: noticesOf(room),
  };
}

function noticesOf(room: DeviceRoomView): DeviceNotice[] {
  const notices = (['camera', 'microphone'] as const).flatMap((source) => noticeOf(room, source) ?? []);
  const [one, other] = notices;
  if (one?.what === 'missing' && other?.what === 'missing' && one.trouble === other.trouble)
    return [{ what: 'neither', trouble: one.trouble }];
  return notices;
}

function noticeOf(room: DeviceRoomView, source: SourceName): DeviceNotice | null {
  const { state, trouble, isLost } = room[source];
  switch (state) {
    case 'closed':
    case 'opening':
      return null;
    case 'open':
      return trouble && { what: 'kept', source, trouble };
    case 'muted':
      return { what: 'withheld', source };
    case 'ended':
    case 'offered':
    case 'absent': {
      const isBack = state === 'offered';
      if (isLost) return { what: 'lost', source, isBack };
      return isBack
        ? { what: 'offered', source }
        : { what: 'missing', source, trouble: trouble ?? 'notFound' };
    }
    default:
      return { what: 'missing', source, trouble: trouble ?? 'unknown' };
  }
}
