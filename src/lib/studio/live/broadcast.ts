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
import { isPassing } from '../../shell/open-dialogs.ts';
import { createStudioDevices, isOnPhone, type StudioDevices } from './devices.ts';
import { followServer, untilEnded } from './follow-server.ts';
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
  /** The performer has ended it, and the server has not confirmed that yet. */
  readonly isStopping: boolean;
  /** The server has said that it restarts: the broadcast goes on by itself. */
  readonly isMoving: boolean;
  /** Whether the performer sees her own camera mirrored; viewers never do. */
  readonly isMirrored: boolean;
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
  setMirrored(isMirrored: boolean): void;
  retry(): void;
  /** Ends the chats first, then the broadcast; the devices stay open. */
  end(): Promise<void>;
  close(): void;
}

export interface BroadcastParts {
  readonly room: Pick<StudioRoom, 'setStatus' | 'closeRoom' | 'askAudience' | '$room' | '$audience'>;
  readonly socket: Pick<PageSocket, 'on' | 'onConnection'>;
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
    isStopping: false,
    isMoving: false,
    isMirrored: true,
    codec: 'vp8',
  });
  const devices = createStudioDevices(async (track) => sender.publisher()?.replaceTrack(track));
  const sender = createSender({
    page,
    devices,
    publish,
    codec: () => $broadcast.get().codec,
    isLive: () => room.$room.get().status !== onlineStatus.offline,
    onReplaced: () => stopSending('taken'),
    onLive: () => void room.askAudience(),
  });
  const { count, cancel } = createCountdown(
    (left) => $broadcast.setKey('countdown', left),
    (status) => void room.setStatus(status),
  );
  const stopSending = (state: BroadcastView['state']): void => {
    cancel();
    sender.close();
    $broadcast.setKey('state', state);
  };
  const stops = [
    ...followServer(
      { room, socket },
      {
        publisher: sender.publisher,
        onMoving: (isMoving) => $broadcast.setKey('isMoving', isMoving),
      },
    ),
    socket.on('studio-broadcast', (other) => {
      if (other.page !== page && $broadcast.get().state === 'sending') stopSending('taken');
    }),
    socket.on('studio-ended', ({ what, why }) => {
      // The operator has closed the room: no token is issued while it is.
      if (what === 'broadcast' && why === 'shut') stopSending('idle');
    }),
  ];

  return {
    $broadcast,
    $sending: sender.$sending,
    devices,
    async startBroadcast() {
      stopSending('idle');
      $broadcast.setKey('refusal', null);
      try {
        await sender.open();
      } catch (error) {
        $broadcast.setKey('refusal', labelOf(error));
        return;
      }
      $broadcast.setKey('state', 'sending');
      sender.publisher()?.start();
    },
    goLive(status) {
      if ($broadcast.get().countdown === null) count(COUNTDOWN_SECONDS, status);
    },
    cancel,
    setMuted: (source, isMuted) => sender.publisher()?.setMuted(source, isMuted),
    async setMusic(isMusic) {
      await devices.setMusic(isMusic);
      sender.publisher()?.setMusic(isMusic);
    },
    setCodec: (codec) => $broadcast.setKey('codec', codec),
    setMirrored: (isMirrored) => $broadcast.setKey('isMirrored', isMirrored),
    retry: () => sender.publisher()?.retry(),
    async end() {
      cancel();
      if ($broadcast.get().isStopping) return;
      $broadcast.setKey('isStopping', true);
      try {
        if (room.$room.get().status !== onlineStatus.offline && !(await room.closeRoom())) return;
        const wasSending = sender.publisher() !== null;
        if (wasSending) stopSending('idle');
        await room.askAudience();
        await untilEnded(room.$audience, wasSending);
      } finally {
        $broadcast.setKey('isStopping', false);
      }
    },
    close() {
      for (const stop of stops) stop();
      stopSending('idle');
      devices.leave();
    },
  };
}

interface SenderParts {
  /** Id of this page, which the server pushes to the performer's other pages. */
  readonly page: string;
  readonly devices: StudioDevices;
  readonly publish: (options: PublisherOptions) => Publisher;
  codec(): VideoCodec;
  /** Whether the performer's status is live, as far as the page knows: then the publisher never gives up. */
  isLive(): boolean;
  /** Another publisher has taken over. */
  onReplaced(): void;
  /** The first frame of a connection was sent. */
  onLive(): void;
}

/** Opens and closes a page's publishers, one at a time, and guards the page while one is open. */
function createSender({ page, devices, publish, codec, isLive, onReplaced, onLive }: SenderParts) {
  const $sending = atom<PublisherView | null>(null);
  let publisher: Publisher | null = null;
  let stopFollowing = (): void => undefined;

  const readTarget = async (): Promise<WhipTarget> => call(startBroadcast, { page });
  const follow = (followed: Publisher): void => {
    const stopGuarding = guardPage();
    const stopCopying = followed.$publisher.subscribe((now, before) => {
      if (now.trouble === 'publish.replaced') {
        onReplaced();
        return;
      }
      $sending.set(now);
      if (now.phase === 'live' && before?.phase !== 'live') onLive();
    });
    stopFollowing = () => {
      stopCopying();
      stopGuarding();
    };
  };
  return {
    $sending,
    publisher: () => publisher,
    /** Creates a publisher that does not send yet. Rejects if the server refuses. */
    async open(): Promise<void> {
      const target = await readTarget();
      const { camera, microphone, music } = devices.$devices.get();
      publisher = publish({
        target,
        renew: readTarget,
        isPassing: (error) => isPassing(labelOf(error)),
        isLasting: isLive,
        camera,
        microphone,
        music,
        codec: codec(),
        layers: isOnPhone() ? 2 : 3,
      });
      follow(publisher);
    },
    close(): void {
      stopFollowing();
      stopFollowing = () => undefined;
      publisher?.close();
      publisher = null;
      $sending.set(null);
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
