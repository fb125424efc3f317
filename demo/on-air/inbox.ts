import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { labelOf } from '#contract/errors.ts';
import { privateMessageSchema } from '#contract/messaging/messages.ts';
import {
  listStudioConversations,
  markStudioMessageRead,
  readStudioConversation,
  sayStudioTyping,
  sendStudioMessage,
} from '#contract/studio/inbox-calls.ts';
import type { Dialogue } from './dialogue.ts';
import { type Studio, socketAuth } from './studio.ts';
import { createTypist, type Pace, type Typist } from './typist.ts';

const pushSchema = z.object({ conversation: z.number().int(), message: privateMessageSchema });

/** Number of conversations that are read when the performer comes on air. */
const CATCH_UP = 50;

export interface Inbox {
  leave(): void;
}

interface InboxOptions {
  url: string;
  studio: Studio;
  dialogue: Dialogue;
  log: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  pace?: Pace;
}

/** Reads and answers private messages; of those received while the performer was away, only the last of each conversation. */
export function answerInbox({ url, studio, dialogue, log, pace }: InboxOptions): Inbox {
  const typists = new Map<number, Typist>();
  /** Number of the last answered message, by conversation: a message is both pushed and found unanswered. */
  const answered = new Map<number, number>();
  const typistOf = (conversationId: number): Typist => {
    const known = typists.get(conversationId);
    if (known) return known;
    const send = async (message: string) => {
      await attempt(studio.call(sendStudioMessage, { conversationId, message, clientId: randomUUID() }));
    };
    const made = createTypist(send, pace);
    typists.set(conversationId, made);
    return made;
  };
  const attempt = (call: Promise<unknown>): Promise<unknown> =>
    call.catch((error: unknown) => {
      log('cast.unsaid', { performer: studio.performerId, reason: String(error) });
    });

  async function answer(conversationId: number): Promise<void> {
    const { messages, other } = await studio.call(readStudioConversation, { conversationId });
    const last = messages.at(-1);
    if (last?.owner !== 'other' || last.seq <= (answered.get(conversationId) ?? 0)) return;
    answered.set(conversationId, last.seq);
    await studio.call(markStudioMessageRead, { id: last.id });
    const message = { messageType: 'member', sender: other.username, message: last.content } as const;
    const line =
      last.content === ''
        ? dialogue.answerPhoto(other.username)
        : dialogue.answer({ ...message, amount: null });
    if (line === null) return;
    await studio.call(sayStudioTyping, { conversationId });
    typistOf(conversationId).say(line);
  }

  async function catchUp(): Promise<void> {
    const { conversations } = await studio.call(listStudioConversations, {
      filter: 'unanswered',
      limit: CATCH_UP,
    });
    for (const { id } of conversations) await answer(id);
  }

  const socket = io(url, { auth: socketAuth(studio), transports: ['websocket'] });
  socket.on('connect', () => {
    void catchUp().catch((error: unknown) => {
      // A brand without a messenger has no conversations.
      if (labelOf(error) !== 'badRequest.notFound')
        log('cast.unread', { performer: studio.performerId, reason: String(error) });
    });
  });
  socket.on('private-message', (payload: unknown) => {
    const push = pushSchema.safeParse(payload);
    if (push.success && push.data.message.owner === 'other') void attempt(answer(push.data.conversation));
  });
  return {
    leave() {
      for (const typist of typists.values()) typist.stop();
      socket.disconnect();
    },
  };
}
