import { type RefObject, useEffect, useRef, useState } from 'react';

/** Row height in px, same as in the style sheet. */
export const ROW_HEIGHT = 72;
/** Rows beyond the edges, so that scrolling shows no gaps. */
const BEYOND = 8;
/** Rows before the first measurement: what the server renders. */
const FIRST = 20;

interface Window {
  list: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
}

/** Renders only the visible rows. `keep`: index of the focused row, which stays. */
export function useWindow(count: number, keep: number, onEnd: () => void): Window {
  const list = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ from: 0, to: FIRST });
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW_HEIGHT);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT);
      setView((before) => {
        const next = { from: Math.max(0, first - BEYOND), to: last + BEYOND };
        return next.from === before.from && next.to === before.to ? before : next;
      });
      if (last + BEYOND >= count) latest.current();
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [count]);
  const isKept = keep >= 0 && keep < count;
  return {
    list,
    from: Math.min(view.from, isKept ? keep : count),
    to: Math.min(count, Math.max(view.to, isKept ? keep + 1 : 0)),
  };
}
