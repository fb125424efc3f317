import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { type ChatMessage, chatMessageSchema } from '#contract/chat/messages.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { watchCamBack } from '#contract/studio/cam-back-calls.ts';
import { readRoom, sayInRoom } from '#contract/studio/studio-calls.ts';
import { studioVipSchema } from '#contract/studio/vip-calls.ts';
import type { Dialogue } from './dialogue.ts';
import { createShows, type Pace as ShowPace } from './shows.ts';
import { type Studio, socketAuth } from './studio.ts';
import { createTypist, type Pace } from './typist.ts';

/** ms; older messages are not answered. */
const STALE_MS = 30_000;

const pushSchema = z.object({ room: z.number().int(), message: chatMessageSchema });

const camBackSchema = z.object({
  session: z.string(),
  sender: z.string(),
  state: z.string(),
});

export interface Room {
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
export function enterRoom(options: RoomOptions): Room {
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
