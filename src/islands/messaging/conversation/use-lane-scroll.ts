import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** px from the end within which the lane follows, and from the top at which older messages are fetched. */
const NEAR_END = 80;
const NEAR_TOP = 200;

interface Lines {
  /** Numbers of the first and the last message; null without messages. */
  first: number | null;
  last: number | null;
  /** Number of unsent own messages. */
  unsent: number;
  /** Sequence number of the last own message. */
  own: number;
  onTop: () => void;
}

interface LaneScroll {
  lane: RefObject<HTMLElement | null>;
  /** The last message when the reader left the end; null while the lane follows. */
  leftAt: number | null;
  toEnd: () => void;
}

/** Opens at the unread messages, or at the end; follows new messages, and keeps its position when older ones load. */
export function useLaneScroll({ first, last, unsent, own, onTop }: Lines): LaneScroll {
  const lane = useRef<HTMLElement>(null);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const before = useRef({ first: null as number | null, height: 0 });
  const latest = useRef({ last, leftAt, onTop });
  latest.current = { last, leftAt, onTop };

  useEffect(() => {
    const element = lane.current;
    if (!element) return;
    const look = () => {
      before.current.height = element.scrollHeight;
      if (element.clientHeight === 0) return;
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
      setLeftAt((at) => (isNear ? null : (at ?? latest.current.last ?? 0)));
      if (element.scrollTop < NEAR_TOP) latest.current.onTop();
    };
    const resized = new ResizeObserver(() => {
      if (latest.current.leftAt === null) element.scrollTop = element.scrollHeight;
    });
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent leads back to the end
  useLayoutEffect(() => setLeftAt(null), [own, unsent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what makes it scroll
  useLayoutEffect(() => {
    const element = lane.current;
    if (!element) return;
    const was = before.current;
    const isOpening = was.first === null && first !== null;
    const isOlder = was.first !== null && first !== null && first < was.first;
    const divider = isOpening ? element.querySelector<HTMLElement>('[data-unread-divider]') : null;
    if (divider) element.scrollTop = divider.offsetTop - element.offsetTop - NEAR_END;
    else if (isOlder) element.scrollTop += element.scrollHeight - was.height;
    else if (latest.current.leftAt === null) element.scrollTop = element.scrollHeight;
    before.current = { first, height: element.scrollHeight };
  }, [first, last, unsent, leftAt === null]);

  return { lane, leftAt, toEnd: () => setLeftAt(null) };
}
