import { atom } from 'nanostores';
import type { MessageKey } from '../../site/i18n.ts';
import { endOfRoom } from './messages.ts';

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
