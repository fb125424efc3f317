import {
  $late,
  type Drawer,
  dropLate,
  type Modal,
  OVERLAYS,
  openDrawer,
  openModal,
  ownTravel,
} from '#lib/shell/start/dialogs.ts';
import { loadEarly } from '#lib/shell/start/failures.ts';
import { closest, readHook } from '../lib/shell/start/hooks.ts';

export const openModalOf = (button: HTMLElement): void =>
  openModal({ type: readHook(button, 'modal') } as Modal);
export const openDrawerOf = (button: HTMLElement): void => openDrawer(readHook(button, 'drawer') as Drawer);

export function helpDialogs(): void {
  // A button that opens another dialog closes its own.
  document.addEventListener('click', ({ target }) => {
    if (closest(target, 'modal') || closest(target, 'drawer')) (target as Element).closest('dialog')?.close();
  });
  if (!('commandForElement' in HTMLButtonElement.prototype) || !('closedBy' in HTMLDialogElement.prototype))
    void import('./native-overlays.ts').then((m) => m.helpNativeDialogs());
}

/** Makes Back close the page's own dialogs, drawers and menus. */
export function followNativeOverlays(): void {
  let loaded: typeof import('./native-overlays.ts') | undefined;
  const load = async () => {
    loaded ??= await import('./native-overlays.ts');
    return loaded;
  };
  const follow = ({ target }: Event): void => {
    // At once if possible: what closes an overlay may add an entry to the history next.
    if (loaded) loaded.followNativeOverlay(target);
    else void load().then((m) => m.followNativeOverlay(target));
  };
  // Their events do not bubble.
  document.addEventListener('toggle', follow, true);
  // A reload, or going back from another page, may have opened the history entry of an overlay.
  if (history.state?.[OVERLAYS]) void load();
}

/** A click, a key, a navigation or a change of tab: the user has moved on, and what is still loading does not open. */
export function dropWhatIsLate(): void {
  const goOn = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    // A modifier key alone does not count.
    const goesOn = !$late.get()?.isTold && !(event as KeyboardEvent).getModifierState?.(key);
    if ((goesOn && !ownTravel.isUnderWay) || key === 'Escape') dropLate();
  };
  // Runs in the capture phase, before the click opens something new.
  for (const act of ['click', 'keydown', 'popstate', 'visibilitychange']) addEventListener(act, goOn, true);
}

export const modalHost = () => import('../islands/hosts/ModalHost.tsx');

/** Preloads what a click within the element may open. */
function lookAhead(target: EventTarget | null): void {
  for (const hook of ['opens', 'modal', 'drawer'] as const) {
    const element = closest(target, hook);
    if (element) loadEarly(() => modalHost().then((m) => m.loadAhead(readHook(element, hook) ?? '')));
  }
}

/** Preloads what pointer and focus come near. Escape hides the visible tooltip until the next control or key. */
export function followAttention(): void {
  const first = new AbortController();
  for (const act of matchMedia('(hover: hover)').matches ? ['pointermove', 'keydown'] : [])
    document.addEventListener(
      act,
      (event) => {
        // A browser also reports a pointer that rests where the page appears.
        if (event instanceof PointerEvent && !event.movementX && !event.movementY) return;
        first.abort();
        void import('./attention.ts').then((m) => m.startAttention());
      },
      first,
    );
  for (const act of ['keydown', 'pointerover', 'focusin'] as const)
    document.addEventListener(act, (event) => {
      const isKey = 'key' in event;
      document.documentElement.toggleAttribute('data-no-tips', isKey && event.key === 'Escape');
      if (!isKey) lookAhead(event.target);
    });
}
