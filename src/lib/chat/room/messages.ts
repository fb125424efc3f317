import { atom, computed } from 'nanostores';
import { type ChatMessage, chatTextSchema } from '#contract/chat/messages.ts';
import { chatAction, readChatMessages } from '#contract/chat/room-calls.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { openModal } from '../../shell/modal.ts';
import { request } from '../session/request.ts';
import { $chat, openChat } from '../session/store.ts';
import { $isChatSeen } from './tabs.ts';

/** A message of one's own that the room has not confirmed. */
export interface Outgoing {
  readonly clientId: string;
  readonly message: string;
  readonly delivery: 'sent' | 'failed';
}

/** More than a screen scrolls through; older ones go. */
const MESSAGES_KEPT = 400;

/** What stands in the room, in the order of its numbers. */
export const $messages = atom<readonly ChatMessage[]>([]);
/** Own messages under way, in the order in which they were sent. */
export const $outgoing = atom<readonly Outgoing[]>([]);
/** Messages of others that came while the chat was out of sight. */
export const $unread = atom(0);

$isChatSeen.listen((seen) => {
  if (seen) $unread.set(0);
});

export const $lastSeq = computed($messages, (messages) => messages.at(-1)?.seq ?? 0);

export const isOwn = (message: ChatMessage, me: string): boolean =>
  message.sender === me && (message.messageType === 'member' || message.messageType === 'tip');

/** A room just entered, with what was said in it before. */
export function openRoom(messages: readonly ChatMessage[]): void {
  $messages.set(messages);
  $outgoing.set([]);
  $unread.set(0);
}

/** Takes in a message of the room, pushed, answered or fetched; one that is known changes nothing. */
export function receiveMessage(message: ChatMessage): void {
  const messages = $messages.get();
  if (messages.some(({ id }) => id === message.id)) return;
  const isMissing = message.seq > $lastSeq.get() + 1;
  $messages.set([...messages, message].sort((a, b) => a.seq - b.seq).slice(-MESSAGES_KEPT));
  const chat = $chat.get();
  if (chat.status === 'watching' && isOwn(message, chat.sender)) confirm(message.clientId);
  else if (!$isChatSeen.get()) $unread.set($unread.get() + 1);
  if (isMissing) void fetchMissed(messages.at(-1)?.seq ?? 0);
}

function confirm(clientId: string | null): void {
  $outgoing.set($outgoing.get().filter((message) => message.clientId !== clientId));
}

/** Fetches what was said after a number: after a reconnect, and where a number is missing. */
export async function fetchMissed(after: number = $lastSeq.get()): Promise<void> {
  const chat = $chat.get();
  if (chat.status !== 'watching') return;
  try {
    const { messages, more } = await request(readChatMessages, { auth: chat.auth, after });
    for (const message of messages) receiveMessage(message);
    if (more) await fetchMissed(messages.at(-1)?.seq ?? after);
  } catch {
    // The next message or the next reconnect shows the gap again.
  }
}

/** Says a message. It shows at once; what is empty or too long is not sent. */
export async function sendMessage(text: string): Promise<void> {
  const parsed = chatTextSchema.safeParse(text);
  if (parsed.success) await deliver({ clientId: crypto.randomUUID(), message: parsed.data });
}

/** Sends a message again that failed; should it have arrived all the same, it stands in the room once. */
export async function sendMessageAgain(clientId: string): Promise<void> {
  const message = $outgoing.get().find((one) => one.clientId === clientId);
  if (message?.delivery === 'failed') await deliver(message);
}

async function deliver({ clientId, message }: Pick<Outgoing, 'clientId' | 'message'>): Promise<void> {
  note({ clientId, message, delivery: 'sent' });
  try {
    const { auth } = openChat();
    const data = { message };
    receiveMessage((await request(chatAction, { action: 'message', auth, clientId, data })).message);
    confirm(clientId);
  } catch (error) {
    note({ clientId, message, delivery: 'failed' });
    askWhoIsMissing(labelOf(error));
  }
}

function note(message: Outgoing): void {
  const known = $outgoing.get().some(({ clientId }) => clientId === message.clientId);
  const others = $outgoing.get();
  $outgoing.set(
    known ? others.map((one) => (one.clientId === message.clientId ? message : one)) : [...others, message],
  );
}

function askWhoIsMissing(label: ErrorLabel): void {
  if (label === 'badRequest.unauthorized') openModal({ type: 'Register' });
}
