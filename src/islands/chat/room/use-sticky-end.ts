import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { isOwn, type Outgoing } from '#lib/chat/room/messages.ts';

/** px from the end within which the list follows new messages. */
const NEAR_END = 80;

interface Lines {
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  notices: readonly unknown[];
  /** The viewer's name in the room. */
  me: string;
}

interface StickyEnd {
  list: RefObject<HTMLElement | null>;
  /** Number of others' messages that came while the reader was further up. */
  missed: number;
  toEnd: () => void;
}

/** Follows the newest message unless the reader has scrolled up; an own message scrolls back to the end. */
export function useStickyEnd({ messages, outgoing, notices, me }: Lines): StickyEnd {
  const list = useRef<HTMLElement>(null);
  /** Sequence number of the last message when the reader left the end; null while the list follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const latest = useRef({ lastSeq, leftAt });
  latest.current = { lastSeq, leftAt };
  const lastOwn = lastOwnId({ messages, outgoing, me });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      // Hidden behind another tab it has no height, and no position to lose.
      if (element.clientHeight === 0) return;
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
      setLeftAt((before) => (isNear ? null : (before ?? latest.current.lastSeq)));
    };
    const resized = new ResizeObserver(() => {
      if (latest.current.leftAt === null) element.scrollTo({ top: element.scrollHeight });
    });
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an own message is what leads back
  useEffect(() => setLeftAt(null), [lastOwn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what makes it scroll
  useEffect(() => {
    if (leftAt === null) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [leftAt, lastSeq, outgoing.length, notices.length]);

  const missed =
    leftAt === null ? 0 : messages.filter((message) => message.seq > leftAt && !isOwn(message, me)).length;
  return { list, missed, toEnd: () => setLeftAt(null) };
}

/** Client id of the viewer's last message: the same before and after the room has it. */
function lastOwnId({ messages, outgoing, me }: Omit<Lines, 'notices'>): string | null {
  const onItsWay = outgoing.findLast(({ delivery }) => delivery === 'sent');
  return onItsWay?.clientId ?? messages.findLast((message) => isOwn(message, me))?.clientId ?? null;
}
