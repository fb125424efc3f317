import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until hydration. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The first render uses the server's value, even if the store has changed before hydration. */
export const useLive = <Live extends Parameters<typeof useStore>[0]>(store: Live) =>
  useStore(store, { ssr: 'initial' });

/** Moves the focus to the dialog or section before its button is removed. */
export function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[role=dialog], [role=alertdialog], section')?.focus({ preventScroll: true });
}

/** Focuses the first button of the element after its open part was closed and the focus was lost with it. */
export function useFocusBack<Place extends HTMLElement>(isOpen: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}
