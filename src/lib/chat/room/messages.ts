import { atom, computed } from 'nanostores';
import { type ChatMessage, chatTextSchema } from '#contract/chat/messages.ts';
import { readChatMessages } from '#contract/chat/room-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { $session } from '../../member/account/store.ts';
import { openModal } from '../../shell/modal.ts';
import { act, logFailure, request } from '../session/request.ts';
import { $chat, openChat } from '../session/store.ts';
import { $isChatSeen } from './tabs.ts';
import { $saidAt } from './voice.ts';

/** An own message that the room has not confirmed yet. */
export interface Outgoing {
  readonly clientId: string;
  readonly message: string;
  readonly delivery: 'sent' | 'failed';
  /** Why it failed. */
  readonly label?: ErrorLabel;
}

/** Older ones are dropped. */
const MESSAGES_KEPT = 400;

/** In the order of their sequence numbers. */
export const $messages = atom<readonly ChatMessage[]>([]);
/** Sequence number of the last message that the join answered: later ones are news. */
export const $backlogEnd = atom(0);
/** Sequence number of the last message from before this visit of the page, which a rejoin goes on with; -1 before the first. */
export const $beforeVisit = atom(-1);
/** In the order of sending. */
export const $outgoing = atom<readonly Outgoing[]>([]);
/** Messages of others while the chat was not visible. */
export const $unread = atom(0);

/** Sequence number of the last message that was read before others came unseen; null where all were seen. */
export const $readUpTo = atom<number | null>(null);

// The line stays while the chat is open, and goes when it is left with everything read.
$isChatSeen.listen((seen) => {
  if (seen) $unread.set(0);
  else $readUpTo.set(null);
});

export const $lastSeq = computed($messages, (messages) => messages.at(-1)?.seq ?? 0);

/** Ids of what the viewer said under an earlier name. */
const saidBefore = new Set<string>();

export const isOwn = (message: ChatMessage, me: string): boolean =>
  (message.sender === me || saidBefore.has(message.id)) && /^(member|tip)/.test(message.messageType);

// What was said so far stays the viewer's own, whatever name comes next.
$chat.listen((chat, before) => {
  if (chat.status !== 'watching' || before?.status !== 'watching' || chat.sender === before.sender) return;
  for (const message of $messages.get()) if (isOwn(message, before.sender)) saidBefore.add(message.id);
});

export function openRoom(messages: readonly ChatMessage[]): void {
  $backlogEnd.set(messages.at(-1)?.seq ?? 0);
  if ($beforeVisit.get() === -1) $beforeVisit.set($backlogEnd.get());
  $messages.set(messages);
  $outgoing.set([]);
  $unread.set(0);
  $readUpTo.set(null);
}

/** Adds a message that was pushed, answered or fetched; a known one changes nothing. */
export function receiveMessage(message: ChatMessage): void {
  const messages = $messages.get();
  if (messages.some(({ id }) => id === message.id)) return;
  const isMissing = message.seq > $lastSeq.get() + 1;
  $messages.set([...messages, message].sort((a, b) => a.seq - b.seq).slice(-MESSAGES_KEPT));
  const chat = $chat.get();
  if (chat.status === 'watching' && isOwn(message, chat.sender)) confirm(message.clientId);
  else if (!$isChatSeen.get()) {
    if ($unread.get() === 0) $readUpTo.set(message.seq - 1);
    $unread.set($unread.get() + 1);
  }
  if (isMissing) void fetchMissed(messages.at(-1)?.seq ?? 0);
}

function confirm(clientId: string | null): void {
  $outgoing.set($outgoing.get().filter((message) => message.clientId !== clientId));
}

/** Messages after a sequence number: for gaps and reconnects. */
export async function fetchMissed(after: number = $lastSeq.get()): Promise<void> {
  const chat = $chat.get();
  if (chat.status !== 'watching') return;
  try {
    const { messages, more } = await request(readChatMessages, { auth: chat.auth, after });
    for (const message of messages) receiveMessage(message);
    if (more) await fetchMissed(messages.at(-1)?.seq ?? after);
  } catch {
    // The next message or reconnect finds the gap again.
  }
}

/** By a random name, or by the one before the last change. */
function isCalledOtherwise(): boolean {
  const [chat, session] = [$chat.get(), $session.get()];
  const isMember = chat.status === 'watching' && chat.as === 'member' && session.status === 'member';
  return isMember && session.username !== chat.sender;
}

/** Shows it at once; an empty or too long text is not sent. Answers whether a part of it is masked. */
export async function sendMessage(text: string): Promise<boolean> {
  const parsed = chatTextSchema.safeParse(text);
  if (parsed.success && isCalledOtherwise())
    // Under the name of before, where that cannot be loaded.
    await import('./own-name.ts').then(({ takeOwnName }) => takeOwnName()).catch(() => {});
  return parsed.success && deliver({ clientId: crypto.randomUUID(), message: parsed.data });
}

/** Keeps the client id, so it is stored once even if the first attempt arrived. */
export async function sendMessageAgain(clientId: string): Promise<void> {
  const message = $outgoing.get().find((one) => one.clientId === clientId);
  if (message?.delivery === 'failed') await deliver(message);
}

/** Whether the room shows it otherwise than it was written. */
async function deliver({ clientId, message }: Pick<Outgoing, 'clientId' | 'message'>): Promise<boolean> {
  note({ clientId, message, delivery: 'sent' });
  try {
    const { auth } = openChat();
    const data = { message };
    const sent = await act({ action: 'message', auth, clientId, data });
    receiveMessage(sent.message);
    confirm(clientId);
    $saidAt.set(Date.now());
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

/** Opens the dialog that removes the obstacle, if there is one (specification 8). */
function helpWith(label: ErrorLabel): void {
  if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
  if (label === 'badRequest.deduct.credits.amount') openModal({ type: 'NoCredits', variant: 'messaging' });
}
