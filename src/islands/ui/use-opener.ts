import { type RefObject, useRef } from 'react';

/**
 * What had the focus when something was opened, to give it back to. Noted by hand: contents are fetched before
 * they show, and by then the library would look in the wrong place.
 */
export function useOpener(open: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current && document.activeElement instanceof HTMLElement) {
    opener.current = document.activeElement;
  }
  wasOpen.current = open;
  return opener;
}
