import { useRef } from 'react';

/** Shared by dialogs that open each other: after the last one closes, the opener of the first one is focused. */
function createTrail(): { from(element: Element | null): readonly HTMLElement[] } {
  let recent: readonly HTMLElement[] = [];
  return {
    from(element) {
      recent = pathOf(element, recent);
      return recent;
    },
  };
}

/** The page's instance: drawers can open dialogs. */
const trail = createTrail();

/**
 * Returns what to focus after closing: the opener or, if removed, its nearest focusable ancestor. Stored at opening,
 * because the library reads the focus after the contents have loaded.
 */
export function useOpener(open: boolean): () => HTMLElement | null {
  const path = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) path.current = trail.from(document.activeElement);
  wasOpen.current = open;
  return () => path.current.find(takesFocus) ?? document.querySelector<HTMLElement>('main[tabindex]');
}

/** The element and its ancestors; inside a dialog it continues with `before`, the path of that dialog's opener. */
function pathOf(from: Element | null, before: readonly HTMLElement[]): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let element = from; element && element !== document.body; element = element.parentElement) {
    if (element instanceof HTMLElement) path.push(element);
  }
  const isInPage = path.length > 0 && !path.some(({ role }) => role === 'dialog' || role === 'alertdialog');
  return isInPage ? path : [...path, ...before];
}

const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  (element.tabIndex >= 0 || element.hasAttribute('tabindex'));
