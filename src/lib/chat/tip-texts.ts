import type { ChatMessage } from '#contract/chat/messages.ts';
import { namedTips } from '#contract/chat/tips.ts';
import type { ToyLevelName } from '#contract/chat/toy-calls.ts';
import type { Translator } from '../shell/translate.ts';

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
