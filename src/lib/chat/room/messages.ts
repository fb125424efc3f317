import { atom } from 'nanostores';
import { readChatMessages } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { chatTextSchema } from '#contract/fields.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { helpWith } from '../../shell/open-dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import type { MessageKey } from '../../site/i18n.ts';
import { act, logFailure, request } from '../request.ts';
import { type RoomLine, withMessage } from '../room-lines.ts';
import { $chat, openChat } from '../store.ts';
import { $isChatSeen } from '../tabs.ts';
import { $lastSentAt } from './voice.ts';

/** An own message that the room has not confirmed yet. */
export interface Outgoing {
  readonly clientId: string;
  readonly message: string;
  readonly delivery: 'sent' | 'failed';
  /** Why it failed. */
  readonly label?: ErrorLabel;
}

/** Ordered by sequence number, and by time of arrival if they wait. */
export const $messages = atom<readonly RoomLine[]>([]);
/** Sequence number of the last message returned by the join: later ones are new. */
export const $backlogEnd = atom(0);
/** Sequence number of the last message before this visit of the page; kept by a rejoin; -1 before the first. */
export const $beforeVisit = atom(-1);
/** In sending order. */
export const $outgoing = atom<readonly Outgoing[]>([]);
/** Number of others' messages received while the chat was not visible. */
export const $unread = atom(0);

/** Sequence number of the last message read before unseen ones came; null if all were seen. */
export const $readUpTo = atom<number | null>(null);

// The "new messages" line stays while the chat is open, and is removed when it is left with everything read.
$isChatSeen.listen((seen) => {
  if (seen) $unread.set(0);
  else $readUpTo.set(null);
});

/** The highest sequence number received. */
const $lastSeq = atom(0);
/** Place of the last message. */
const endOfRoom = () => $messages.get().at(-1)?.seq ?? 0;

/** A push of a removal may arrive before the message. */
const removedIds = new Set<string>();

/** Of a push only the name tells whose it is. */
export const isOwn = (message: ChatMessage, me: string): boolean =>
  message.own ?? (message.sender === me && /^(member|tip)/.test(message.messageType));

/** Says at once whose a pushed message is: names may change, and be taken by others. */
function withOwner(message: ChatMessage): ChatMessage {
  const chat = $chat.get();
  const known = $messages.get().find(({ id }) => id === message.id);
  const own = message.own ?? known?.own ?? (chat.status === 'watching' && isOwn(message, chat.sender));
  return { ...message, own };
}

export function openRoom(messages: readonly ChatMessage[]): void {
  const end = Math.max(0, ...messages.map(({ seq }) => seq));
  $lastSeq.set(end);
  $backlogEnd.set(end);
  if ($beforeVisit.get() === -1) $beforeVisit.set(end);
  $messages.set(messages.reduce((list, one) => withMessage(list, one, end), [] as readonly RoomLine[]));
  $outgoing.set([]);
  $unread.set(0);
  $readUpTo.set(null);
}

/** Adds a message that was pushed, returned or fetched; a known one changes nothing unless it is shown now. */
export function receiveMessage(received: ChatMessage): void {
  const message = withOwner(received);
  const before = $messages.get();
  const [lastSeq, end] = [$lastSeq.get(), endOfRoom()];
  const messages = withMessage(before, message, lastSeq);
  if (removedIds.has(message.id) || messages === before) return;
  $messages.set(messages);
  $lastSeq.set(Math.max(lastSeq, message.seq));
  if (message.own) confirm(message.clientId);
  else if (!$isChatSeen.get() && !before.some(({ id }) => id === message.id)) {
    if ($unread.get() === 0) $readUpTo.set(message.seq === 0 || message.seq > end ? end : message.seq - 1);
    $unread.set($unread.get() + 1);
  }
  if (message.seq > lastSeq + 1) void fetchMissed(lastSeq);
}

/** Removes messages, also those that arrive later. */
export function forgetMessages(ids: readonly string[]): void {
  for (const id of ids) removedIds.add(id);
  const left = $messages.get().filter(({ id }) => !removedIds.has(id));
  $messages.set(left);
  const unseen = left.filter(({ seq }) => seq > ($readUpTo.get() ?? seq));
  $unread.set(Math.min($unread.get(), unseen.length));
}

function confirm(clientId: string | null): void {
  $outgoing.set($outgoing.get().filter((message) => message.clientId !== clientId));
}

/** Fetches messages after a sequence number: for gaps and reconnects. */
export async function fetchMissed(after: number = $lastSeq.get()): Promise<void> {
  const chat = $chat.get();
  if (chat.status !== 'watching') return;
  try {
    const { messages, more, removed } = await request(readChatMessages, { auth: chat.auth, after });
    forgetMessages(removed);
    for (const message of messages) receiveMessage(message);
    if (more) await fetchMissed(messages.at(-1)?.seq ?? after);
  } catch {
    // The next message or reconnect detects the gap again.
  }
}

/** Whether the room shows a random name, or the one before the last change. */
function isCalledOtherwise(): boolean {
  const [chat, session] = [$chat.get(), $session.get()];
  const isMember = chat.status === 'watching' && chat.as === 'member' && session.status === 'member';
  return isMember && session.username !== chat.sender;
}

/** Shows it at once; an empty or too long text is not sent. Returns whether a part of it is masked. */
export async function sendMessage(text: string): Promise<boolean> {
  const parsed = chatTextSchema.safeParse(text);
  if (parsed.success && isCalledOtherwise())
    // Sent under the former name if this cannot be loaded.
    await import('./own-name.ts').then(({ takeOwnName }) => takeOwnName()).catch(() => {});
  return parsed.success && deliver({ clientId: crypto.randomUUID(), message: parsed.data });
}

/** Keeps the client id, so it is stored once even if the first attempt arrived. */
export async function sendMessageAgain(clientId: string): Promise<void> {
  const message = $outgoing.get().find((one) => one.clientId === clientId);
  if (message?.delivery === 'failed') await deliver(message);
}

/** Returns whether the room shows it otherwise than it was written. */
async function deliver({ clientId, message }: Pick<Outgoing, 'clientId' | 'message'>): Promise<boolean> {
  note({ clientId, message, delivery: 'sent' });
  try {
    const { auth } = openChat();
    const data = { message };
    const sent = await act({ action: 'message', auth, clientId, data });
    receiveMessage(sent.message);
    confirm(clientId);
    $lastSentAt.set(steadyNow());
    return sent.message.message !== message;
  } catch (error) {
    const label = labelOf(error);
    note({ clientId, message, delivery: 'failed', label });
    logFailure('message', error);
    helpWith(label);
    return false;
  }
}

function note(message: Outgoing): void {
  const known = $outgoing.get().some(({ clientId }) => clientId === message.clientId);
  const others = $outgoing.get();
  $outgoing.set(
    known ? others.map((one) => (one.clientId === message.clientId ? message : one)) : [...others, message],
  );
}

/** A line shown on this page only, in its language, between the messages: an event of the chat (live spec 4). */
export interface RoomNotice {
  readonly id: number;
  /** Sequence number of the message it follows. */
  readonly after: number;
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Older ones are dropped. */
const NOTICES_KEPT = 50;

/** In insertion order; removed with the chat they belong to. */
export const $notices = atom<readonly RoomNotice[]>([]);

export function addNotice(key: MessageKey, values: RoomNotice['values'] = {}): void {
  const notices = $notices.get();
  const id = (notices.at(-1)?.id ?? 0) + 1;
  $notices.set([...notices, { id, after: endOfRoom(), key, values }].slice(-NOTICES_KEPT));
}

export function clearNotices(): void {
  $notices.set([]);
}
