import { type RefObject, useEffect, useRef } from 'react';
import { liftAbove } from '../../ui/lift-above.ts';

/** Controls of a stream page that must not be covered: chat input, tipping, Stop, and controls on the picture. */
const IN_REACH =
  '.stream-composer, .stream-give, .stream-stop, .stream-controls, .stream-name, .stream-toy, .stream-card .btn';
/** The chat panel while it covers the picture. */
const ON_PICTURE = '.stream-panel';

/** Checks on every frame beside a picture: chat, controls and cards appear and disappear there. */
export function useLift(isShown: boolean): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isShown || !document.querySelector('.stream')) return;
    let lift = 0;
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const popups = place.current;
      if (!popups) return;
      const { top, right, bottom, left } = popups.getBoundingClientRect();
      const resting = { top: top + lift, right, bottom: bottom + lift, left };
      const others = [...document.querySelectorAll(`${IN_REACH}, ${ON_PICTURE}`)]
        .map((one) => one.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      lift = liftAbove(resting, others);
      popups.style.setProperty('--lift', `${lift}px`);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [isShown]);
  return place;
}
