import { type Drawer, openDrawer } from '#lib/shell/drawer.ts';
import { type Modal, openModal } from '#lib/shell/modal.ts';
import { hooked, said } from './hooks.ts';

export const openModalOf = (button: HTMLElement): void => openModal({ type: said(button, 'modal') } as Modal);
export const openDrawerOf = (button: HTMLElement): void => openDrawer(said(button, 'drawer') as Drawer);

/** For browsers without `command` and `closedby`: buttons and backdrop of native dialogs. */
export function helpDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLButtonElement>('button[commandfor]');
    if (button && !('commandForElement' in button)) obey(button);
    // A click on the dialog itself, not its content, hit the backdrop.
    if (target.matches('dialog.drawer, dialog.promo') && !('closedBy' in target))
      (target as HTMLDialogElement).close();
    // A button that opens another dialog closes its own.
    if (target.closest(`${hooked('modal')}, ${hooked('drawer')}`)) target.closest('dialog')?.close();
  });
}

/** Escape hides the tooltip that is shown; the next control, or another key, brings it back. */
export function dismissTips(): void {
  for (const act of ['keydown', 'pointerover', 'focusin'] as const)
    document.addEventListener(act, (event) =>
      document.documentElement.toggleAttribute('data-no-tips', 'key' in event && event.key === 'Escape'),
    );
}

function obey(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}
