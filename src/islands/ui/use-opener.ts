import { type RefObject, useRef } from 'react';

/**
 * The element to focus after closing. Stored here, as contents are imported before they show and the library would
 * look too late.
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
