import type { ChatMessage } from '#contract/chat/messages.ts';
import { namedTips } from '#contract/chat/tipping/tips.ts';
import type { ToyLevelName } from '#contract/chat/toy-calls.ts';
import type { Translator } from '../shell/translate.ts';

/** A message as it is listed: ordered by `seq`, which is a broken number for one that waits or has waited. */
export interface RoomLine extends ChatMessage {
  /** Held back by the moderation delay. */
  readonly waits?: true;
}

/** Older ones are dropped. */
const LINES_KEPT = 400;

/** Between the places of two messages that wait: smaller than between two numbers. */
const STEP = 1 / 1024;

/**
 * Adds a message; returns the same list if it is a duplicate. A waiting message keeps its place when shown, so that
 * no screen reader announces it again. `lastSeq`: highest number received.
 */
export function withMessage(
  lines: readonly RoomLine[],
  message: ChatMessage,
  lastSeq: number,
): readonly RoomLine[] {
  const waits = message.seq === 0;
  const known = lines.find(({ id }) => id === message.id);
  if (known?.waits && !waits)
    return lines.map((line) => (line === known ? { ...message, seq: known.seq } : line));
  if (known && message.returned !== undefined && message.returned !== known.returned)
    return lines.map((line) => (line === known ? { ...line, ...message, seq: known.seq } : line));
  // A returned tip that is older than what is listed stays unlisted.
  if (known || (message.returned && message.seq < (lines[0]?.seq ?? 0))) return lines;
  const line: RoomLine = waits
    ? { ...message, waits, seq: Math.max(lastSeq, lines.at(-1)?.seq ?? 0) + STEP }
    : message;
  return [...lines, line].sort((a, b) => a.seq - b.seq).slice(-LINES_KEPT);
}

/** The line of a tip in the room: for its giver, for other viewers or for the performer. */
export function tipLine(
  t: Translator,
  message: ChatMessage,
  reader: 'giver' | 'viewer' | 'performer',
): string {
  const name = message.sender || t('chat.who.former');
  const values = { name, amount: message.amount ?? 0 };
  if (reader === 'performer')
    return t(message.messageType === 'tip' ? 'studio.live.room.tip' : 'studio.live.room.toy', values);
  const type = namedTips.find((one) => one === message.tipType);
  const isOwn = reader === 'giver';
  return type
    ? t(isOwn ? 'tips.ownNamedLine' : 'tips.namedLine', { ...values, what: t(`tips.named.${type}`) })
    : t(isOwn ? 'chat.ownTip' : 'chat.tipLine', values);
}

/** What a toy plays now, and whose tip moves it. */
export const toyNow = (t: Translator, { level, from }: { level: ToyLevelName; from: string }): string =>
  t('toys.now', { level: t(`toys.level.${level}`), name: from });
