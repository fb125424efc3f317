import { atom } from 'nanostores';
import type { MessageKey } from '../../site/i18n.ts';
import { $lastSeq } from './messages.ts';

/** A line of this page alone, in its own language: what happened, said between the messages (live spec 4). */
export interface RoomNotice {
  readonly id: number;
  /** Sequence number of the message it follows. */
  readonly after: number;
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Older ones are dropped. */
const NOTICES_KEPT = 50;

/** In the order in which they were added; they go with the chat they belong to. */
export const $notices = atom<readonly RoomNotice[]>([]);

export function addNotice(key: MessageKey, values: RoomNotice['values'] = {}): void {
  const notices = $notices.get();
  const id = (notices.at(-1)?.id ?? 0) + 1;
  $notices.set([...notices, { id, after: $lastSeq.get(), key, values }].slice(-NOTICES_KEPT));
}

export function clearNotices(): void {
  $notices.set([]);
}
