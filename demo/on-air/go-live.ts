import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { type ChatMessage, chatMessageSchema } from '#contract/chat/messages.ts';
import { AppError } from '#contract/errors.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { watchCamBack } from '#contract/studio/cam-back-calls.ts';
import {
  readRoom,
  sayInRoom,
  setStatus,
  startBroadcast as startCall,
} from '#contract/studio/studio-calls.ts';
import { studioVipSchema } from '#contract/studio/vip-calls.ts';
import { startBroadcast } from '#demo/broadcaster.ts';
import type { LivePerformer } from '#demo/cast/performer.ts';
import { STUDIO_PASSWORD } from '#demo/cast.ts';
import { openClip } from '#demo/clip/clip.ts';
import { createDialogue, type Dialogue } from './dialogue.ts';
import { answerInbox } from './inbox.ts';
import { createShows, type Pace as ShowPace } from './shows.ts';
import { openStudio, type Studio, type StudioServer, socketAuth } from './studio.ts';
import { bridgeToy, drawnToy } from './toy.ts';
import { createTypist, type Pace } from './typist.ts';

const RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** The media server needs a moment between connecting and publishing. */
const STATUS_TRIES = 12;

export interface OnAir {
  /** Sets the status to offline first, then ends the picture. */
  stop(): Promise<void>;
}

export interface GoLiveOptions extends StudioServer {
  cacheDir: string;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  signal: AbortSignal;
  /** Typing speed; like a person's by default. */
  pace?: Pace;
  /** Time until VIP requests are answered. */
  showPace?: ShowPace;
}

/** Runs a performer of the cast, through the calls that an external studio would use. */
export async function goLive(performer: LivePerformer, options: GoLiveOptions): Promise<OnAir> {
  const { cacheDir, log, signal, pace, showPace } = options;
  const { username, traits } = performer;
  const clip = await openClip({ ...traits, username }, cacheDir);
  const studio = await patiently(() => openStudio(options, { username, password: STUDIO_PASSWORD }), signal);
  const whipTarget = async () => {
    const { url, token } = await studio.call(startCall, {});
    // By the URL with which the cast reached the product: the public name may not resolve here.
    return { whipUrl: new URL(new URL(url, options.url).pathname, options.url).href, token };
  };
  const broadcast = startBroadcast({
    ...(await patiently(whipTarget, signal)),
    name: username,
    clip,
    log,
    renew: whipTarget,
    onLive: () => void setStatusOnAir(studio, traits.onlineStatus, options),
  });
  const toy =
    traits.cybertoy === 0 ? null : bridgeToy({ url: options.url, studio, device: drawnToy(clip), log });
  const room = enterRoom({
    url: options.url,
    studio,
    dialogue: createDialogue(performer),
    status: traits.onlineStatus,
    log,
    ...(pace && { pace }),
    ...(showPace && { showPace }),
  });
  const inbox = answerInbox({
    url: options.url,
    studio,
    dialogue: createDialogue(performer),
    log,
    ...(pace && { pace }),
  });
  return {
    async stop() {
      toy?.leave();
      inbox.leave();
      room.leave();
      await studio.call(setStatus, { onlineStatus: onlineStatus.offline }).catch(() => undefined);
      await broadcast.stop();
      await clip.close();
    },
  };
}

/** Retries until the product sees the picture: performers cannot be live without broadcasting. */
async function setStatusOnAir(
  studio: Studio,
  status: OnlineStatus,
  { log, signal }: GoLiveOptions,
): Promise<void> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await studio.call(setStatus, { onlineStatus: status });
      return;
    } catch (error) {
      // In a show: only the encoder was restarted.
      if (error instanceof AppError && error.label === 'badRequest.performer.busy') return;
      if (tries >= STATUS_TRIES)
        return log('cast.status-refused', { performer: studio.performerId, reason: String(error) });
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Retries until success or abort: the product may still be starting. */
async function patiently<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
    try {
      return await act();
    } catch (error) {
      const isPassing =
        error instanceof AppError && (error.label === 'UNAVAILABLE' || error.label === 'badRequest.tooMany');
      if (!isPassing) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}

/** ms; older messages are not answered. */
const STALE_MS = 30_000;

const pushSchema = z.object({ room: z.number().int(), message: chatMessageSchema });

const camBackSchema = z.object({
  session: z.string(),
  sender: z.string(),
  state: z.string(),
});

interface Room {
  leave(): void;
}

interface RoomOptions {
  url: string;
  studio: Studio;
  dialogue: Dialogue;
  /** The status outside shows. */
  status: OnlineStatus;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  pace?: Pace;
  showPace?: ShowPace;
}

/** Answers messages in the performer's room; after a reconnect also those that were missed. */
function enterRoom(options: RoomOptions): Room {
  const { url, studio, dialogue, status, log, pace, showPace } = options;
  let seen = 0;
  const typist = createTypist(async (message) => {
    await studio.call(sayInRoom, { message, clientId: randomUUID() }).catch((error: unknown) => {
      log('cast.unsaid', { performer: studio.performerId, reason: String(error) });
    });
  }, pace);
  const shows = createShows({ studio, status, log, ...(showPace && { pace: showPace }) });
  const receive = (message: ChatMessage) => {
    if (message.seq <= seen) return;
    seen = message.seq;
    if (Date.now() - Date.parse(message.sentAt) > STALE_MS) return;
    const answer = dialogue.answer(message);
    if (answer) typist.say(answer);
  };
  const socket = io(url, { auth: socketAuth(studio), transports: ['websocket'] });
  socket.on('chat-message', (payload: unknown) => {
    const push = pushSchema.safeParse(payload);
    if (push.success && push.data.room === studio.performerId) receive(push.data.message);
  });
  socket.on('studio-vip', (payload: unknown) => {
    const push = studioVipSchema.safeParse(payload);
    if (push.success) shows.receive(push.data);
  });
  socket.on('studio-cam-back', async (payload: unknown) => {
    const { data: camera } = camBackSchema.safeParse(payload);
    if (camera?.state !== 'started') return;
    try {
      await studio.call(watchCamBack, { session: camera.session });
      typist.say(dialogue.greetCamera(camera.sender));
    } catch (error) {
      log('cast.camera-refused', { performer: studio.performerId, reason: String(error) });
    }
  });
  socket.on('connect', async () => {
    void shows.catchUp();
    const missed = await studio.call(readRoom, { after: seen }).catch(() => null);
    for (const message of missed?.messages ?? []) receive(message);
  });
  return {
    leave() {
      typist.stop();
      shows.stop();
      socket.disconnect();
    },
  };
}
