import { useRef } from 'react';

/** Of what opened last: a dialog that leads to another one is gone when that closes. */
let recent: readonly HTMLElement[] = [];

/**
 * Says what to focus after closing: the element that opened, or where it is gone, the nearest of what was around it that
 * takes the focus. Stored here, as contents are imported before they show and the library would look too late.
 */
export function useOpener(open: boolean): () => HTMLElement | null {
  const path = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) {
    path.current = pathOf(document.activeElement);
    recent = path.current;
  }
  wasOpen.current = open;
  return () => path.current.find(takesFocus) ?? document.querySelector<HTMLElement>('main[tabindex]');
}

/** From the element outwards; out of a dialog it goes on to what had opened that. */
function pathOf(from: Element | null): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let element = from; element && element !== document.body; element = element.parentElement) {
    if (element instanceof HTMLElement) path.push(element);
  }
  const isInPage = path.length > 0 && !path.some(({ role }) => role === 'dialog' || role === 'alertdialog');
  return isInPage ? path : [...path, ...recent];
}

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex'));
