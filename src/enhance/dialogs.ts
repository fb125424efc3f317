import { type Drawer, openDrawer } from '#lib/shell/drawer.ts';
import { loadEarly } from '#lib/shell/failures/chunk-failure.ts';
import { $late, dropLate } from '#lib/shell/late/late.ts';
import { type Modal, openModal } from '#lib/shell/modal.ts';
import { closest, said } from './hooks.ts';

export const openModalOf = (button: HTMLElement): void => openModal({ type: said(button, 'modal') } as Modal);
export const openDrawerOf = (button: HTMLElement): void => openDrawer(said(button, 'drawer') as Drawer);

export function helpDialogs(): void {
  // A button that opens another dialog closes its own.
  document.addEventListener('click', ({ target }) => {
    if (closest(target, 'modal') || closest(target, 'drawer')) (target as Element).closest('dialog')?.close();
  });
  if (!('commandForElement' in HTMLButtonElement.prototype) || !('closedBy' in HTMLDialogElement.prototype))
    void import('./native-dialogs.ts').then((m) => m.helpNativeDialogs());
}

/** A press, a key, another address or another tab: the person goes on, and what is still loading no longer opens. */
export function dropWhatIsLate(): void {
  const goOn = (event: Event): void => {
    const { key } = event as KeyboardEvent;
    // A modifier alone does nothing.
    const goesOn = !$late.get()?.isTold && !(event as KeyboardEvent).getModifierState?.(key);
    if (goesOn || key === 'Escape') dropLate();
  };
  // Seen before the press that opens something does so.
  for (const act of ['click', 'keydown', 'popstate', 'visibilitychange']) addEventListener(act, goOn, true);
}

export const modalHost = () => import('../islands/ModalHost.tsx');

/** Loads what a press within the element may open. */
function lookAhead(target: EventTarget | null): void {
  for (const hook of ['opens', 'modal', 'drawer'] as const) {
    const element = closest(target, hook);
    if (element) loadEarly(() => modalHost().then((m) => m.loadAhead(said(element, hook) ?? '')));
  }
}

/**
 * Follows pointer and focus: what is near is loaded ahead. Escape hides the tooltip that is shown; the next control, or
 * another key, brings it back.
 */
export function followAttention(): void {
  for (const act of ['keydown', 'pointerover', 'focusin'] as const)
    document.addEventListener(act, (event) => {
      const isKey = 'key' in event;
      document.documentElement.toggleAttribute('data-no-tips', isKey && event.key === 'Escape');
      if (!isKey) lookAhead(event.target);
    });
}
