import { atom, type ReadableAtom } from 'nanostores';
import type { ChatMessage } from '#contract/chat/messages.ts';
import {
  type ModerationKind,
  moderateMessage as moderateMessageCall,
  moderateViewer,
  readModeration,
  undoModeration,
} from '#contract/chat/room/moderator-calls.ts';
import type { Sanction } from '#contract/chat/room/sanction-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { own } from '#contract/input.ts';
import { newestAnswer } from '../../api/late/newest-answer.ts';
import { onConnection } from '../../api/socket/socket.ts';
import { request } from '../request.ts';
import { openChat } from '../store.ts';

/** Names offered at once. */
const SPEAKERS_SHOWN = 12;

export interface ModerationView {
  /** ISO time at which the appointment ends; null until it was read. */
  readonly until: string | null;
  /** Own valid sanctions, newest first. */
  readonly sanctions: readonly Sanction[];
  /** Why the last act was refused; null after one that was not. */
  readonly refusal: ErrorLabel | null;
}

export interface Moderation {
  readonly $moderation: ReadableAtom<ModerationView>;
  moderateViewer(name: string, kind: ModerationKind): Promise<void>;
  undoModeration(sanction: number): Promise<void>;
  close(): void;
}

interface Room {
  readonly moderators: readonly string[];
  isOwn(message: ChatMessage): boolean;
}

/** The last message of each viewer who wrote last and can be muted or kicked, newest first. */
export function speakersOf(
  messages: readonly ChatMessage[],
  { moderators, isOwn }: Room,
): readonly ChatMessage[] {
  const last = new Map<string, ChatMessage>();
  for (const message of [...messages].reverse()) {
    const isViewer = /^(member|tip)/.test(message.messageType) && !isOwn(message);
    // A deleted member has no name.
    const isThere = message.sender !== '';
    if (isViewer && isThere && !moderators.includes(message.sender) && !last.has(message.sender))
      last.set(message.sender, message);
  }
  return [...last.values()].slice(0, SPEAKERS_SHOWN);
}

/** A moderator's own acts in the watched room. */
export function openModeration(): Moderation {
  const $moderation = atom<ModerationView>({ until: null, sanctions: [], refusal: null });
  const readNewest = newestAnswer(async () => request(readModeration, { auth: openChat().auth }));
  const read = async (): Promise<void> => {
    const answer = await readNewest().catch(() => null);
    // A push says when the appointment is over; after a lost answer the next act or connection reads again.
    if (answer) $moderation.set({ ...$moderation.get(), ...answer });
  };
  const act = async (run: () => Promise<unknown>): Promise<void> => {
    const refusal = await run().then(() => null, labelOf);
    $moderation.set({ ...$moderation.get(), refusal });
    await read();
  };
  const stop = onConnection((state) => {
    if (state === 'connected') void read();
  });
  void read();
  return {
    $moderation,
    moderateViewer: (name, kind) =>
      act(async () => request(moderateViewer, { auth: openChat().auth, name, kind })),
    undoModeration: (sanction) => act(() => request(undoModeration, { sanction })),
    close: stop,
  };
}

/** Removes a message for everybody. Returns why it was refused; null if it was not. */
export const moderateMessage = (message: string): Promise<ErrorLabel | null> =>
  request(moderateMessageCall, { auth: openChat().auth, message }).then(() => null, labelOf);

const keys = {
  'badRequest.moderator.ended': 'chat.moderation.over',
  'badRequest.moderator.protected': 'chat.moderation.protected',
  'badRequest.moderator.already': 'chat.moderation.already',
} as const satisfies Partial<Record<ErrorLabel, string>>;

/** The text for a refused act of a moderator. */
export const refusalKey = (label: ErrorLabel) =>
  own<(typeof keys)[keyof typeof keys]>(keys, label) ?? 'chat.moderation.failed';
