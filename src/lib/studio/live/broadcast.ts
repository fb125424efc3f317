import {
  createPublisher,
  type Publisher,
  type PublisherOptions,
  type PublisherView,
  type SourceName,
  type VideoCodec,
  type WhipTarget,
} from '@vonk/media/publisher';
import { atom, map, type ReadableAtom } from 'nanostores';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { startBroadcast } from '#contract/studio/studio-calls.ts';
import { call } from '../../api/call.ts';
import type { PageSocket } from '../../api/socket/socket.ts';
import { guardPage } from '../../shell/late/guard-page.ts';
import { createStudioDevices, type StudioDevices } from './devices.ts';
import type { StudioRoom } from './room.ts';

/** Seconds between the button and the audience. */
export const COUNTDOWN_SECONDS = 3;

export interface BroadcastView {
  /**
   * `sending`: the media server gets picture and sound, and the performer's status decides who sees them. `taken`:
   * another window or device, or an encoder, has taken over.
   */
  readonly state: 'idle' | 'sending' | 'taken';
  /** Why the server refused the broadcast. */
  readonly refusal: ErrorLabel | null;
  /** Seconds until the audience sees the performer; null unless counting down. */
  readonly countdown: number | null;
  /** What the next broadcast sends first. */
  readonly codec: VideoCodec;
}

export interface Broadcast {
  readonly $broadcast: ReadableAtom<BroadcastView>;
  /** Null unless sending. */
  readonly $sending: ReadableAtom<PublisherView | null>;
  readonly devices: StudioDevices;
  /** Sends to the media server; takes over from another window. */
  startBroadcast(): Promise<void>;
  /** Counts down, then changes the status: of what this page sends, or an encoder. */
  goLive(status: typeof onlineStatus.online | typeof onlineStatus.free): void;
  cancel(): void;
  setMuted(source: SourceName, isMuted: boolean): void;
  setMusic(isMusic: boolean): Promise<void>;
  /** From the next broadcast on. */
  setCodec(codec: VideoCodec): void;
  retry(): void;
  /** Ends the chats first, then the broadcast; the devices stay open. */
  end(): Promise<void>;
  close(): void;
}

export interface BroadcastParts {
  readonly room: Pick<StudioRoom, 'setStatus' | 'closeRoom' | '$room'>;
  readonly socket: Pick<PageSocket, 'on'>;
  /** For tests. */
  readonly publish?: (options: PublisherOptions) => Publisher;
}

/** What one page of the studio sends. */
export function createBroadcast({ room, socket, publish = createPublisher }: BroadcastParts): Broadcast {
  const page = crypto.randomUUID();
  const $broadcast = map<BroadcastView>({
    state: 'idle',
    refusal: null,
    countdown: null,
    codec: 'vp8',
  });
  const $sending = atom<PublisherView | null>(null);
  let publisher: Publisher | null = null;
  let stopFollowing = (): void => undefined;
  const devices = createStudioDevices(async (track) => publisher?.replaceTrack(track));

  const targetNow = async (): Promise<WhipTarget> => call(startBroadcast, { page });
  const { count, cancel } = createCountdown(
    (left) => $broadcast.setKey('countdown', left),
    (status) => void room.setStatus(status),
  );
  const stopSending = (state: BroadcastView['state']): void => {
    cancel();
    stopFollowing();
    stopFollowing = () => undefined;
    publisher?.close();
    publisher = null;
    $sending.set(null);
    $broadcast.setKey('state', state);
  };
  const follow = (sender: Publisher): void => {
    const stopGuarding = guardPage();
    const stopCopying = sender.$publisher.subscribe((now) => {
      if (now.trouble === 'publish.replaced') stopSending('taken');
      else $sending.set(now);
    });
    stopFollowing = () => {
      stopCopying();
      stopGuarding();
    };
  };
  const stops = [
    socket.on('studio-broadcast', (other) => {
      if (other.page !== page && $broadcast.get().state === 'sending') stopSending('taken');
    }),
    socket.on('studio-ended', ({ what, why }) => {
      // The operator has closed the room: no token is issued while it is.
      if (what === 'broadcast' && why === 'shut') stopSending('idle');
    }),
  ];
  const open = async (): Promise<Publisher> => {
    const target = await targetNow();
    const { camera, microphone, music } = devices.$devices.get();
    const { codec } = $broadcast.get();
    return publish({
      target,
      renew: targetNow,
      camera,
      microphone,
      music,
      codec,
      openMicrophone: devices.openOther,
      onUnplugged: devices.lose,
    });
  };

  return {
    $broadcast,
    $sending,
    devices,
    async startBroadcast() {
      stopSending('idle');
      $broadcast.setKey('refusal', null);
      try {
        publisher = await open();
      } catch (error) {
        $broadcast.setKey('refusal', labelOf(error));
        return;
      }
      follow(publisher);
      $broadcast.setKey('state', 'sending');
      publisher.start();
    },
    goLive(status) {
      if ($broadcast.get().countdown === null) count(COUNTDOWN_SECONDS, status);
    },
    cancel,
    setMuted: (source, isMuted) => publisher?.setMuted(source, isMuted),
    async setMusic(isMusic) {
      await devices.setMusic(isMusic);
      publisher?.setMusic(isMusic);
    },
    setCodec: (codec) => $broadcast.setKey('codec', codec),
    retry: () => publisher?.retry(),
    async end() {
      cancel();
      if (room.$room.get().status !== onlineStatus.offline && !(await room.closeRoom())) return;
      if (publisher) stopSending('idle');
      // One that was opened for an unplugged one ended with the broadcast.
      await devices.restore();
    },
    close() {
      for (const stop of stops) stop();
      stopSending('idle');
      devices.close();
    },
  };
}

/** Counts down in seconds and then calls `onDone`; null when nothing counts. */
function createCountdown(onLeft: (left: number | null) => void, onDone: (status: OnlineStatus) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
    onLeft(null);
  };
  const count = (left: number, status: OnlineStatus): void => {
    onLeft(left);
    timer = setTimeout(() => {
      if (left > 1) {
        count(left - 1, status);
        return;
      }
      cancel();
      onDone(status);
    }, 1000);
  };
  return { count, cancel };
}
