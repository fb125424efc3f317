import { atom, onMount } from 'nanostores';

/** CSS px; below it the layout is the mobile one. */
export const MOBILE_BELOW = 1024;
const TABLET_FROM = 640;
export const RESIZE_REST_MS = 50;

export type Device = 'desktop' | 'tablet' | 'mobile' | 'unknown';

export function deviceOf(width: number | undefined): Device {
  if (width === undefined) return 'unknown';
  if (width >= MOBILE_BELOW) return 'desktop';
  return width >= TABLET_FROM ? 'tablet' : 'mobile';
}

/** (live spec 7) */
export const paymentDevice = (device: Device): 'mobile' | 'desktop' =>
  device === 'desktop' ? 'desktop' : 'mobile';

export const $device = atom<Device>('unknown');

onMount($device, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const measure = () => $device.set(deviceOf(window.innerWidth));
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(measure, RESIZE_REST_MS);
  };
  measure();
  window.addEventListener('resize', later);
  return () => window.removeEventListener('resize', later);
});

/** `keyCode` of a key handled by an input method (UI Events, 9.3.1). */
const PROCESSED = 229;

/** Whether an input method handles the key. In Safari only the code tells: its `compositionend` precedes the Enter. */
export const isInputMethodKey = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === PROCESSED;

/** px; a smaller covered height is a browser bar, not a keyboard. */
const KEYBOARD_FROM = 120;

/**
 * Sets how much of the page an on-screen keyboard covers (`--keyboard`), so that the input and its price stay visible.
 * Most browsers lay the keyboard over the page without telling CSS.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  const root = document.documentElement;
  const read = () => {
    // When zoomed in, the visible part is smaller without a keyboard.
    const covered = view.scale > 1.01 ? 0 : Math.round(root.clientHeight - view.height);
    root.style.setProperty('--keyboard', `${covered >= KEYBOARD_FROM ? covered : 0}px`);
  };
  view.addEventListener('resize', read);
}

/** Runs `act` whenever the page becomes visible. Returns a stop function. */
export const onVisible = (act: () => void): (() => void) => onState('visible', act);

/** Runs `act` each time the tab is hidden. Returns a stop function. */
export const onHidden = (act: () => void): (() => void) => onState('hidden', act);

function onState(state: DocumentVisibilityState, act: () => void): () => void {
  const look = () => {
    if (document.visibilityState === state) act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
