/** Handles buttons and backdrop of native dialogs in browsers without `command` or `closedby`. */
export function helpNativeDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLButtonElement>('button[commandfor]');
    if (button && !('commandForElement' in button)) obey(button);
    // A click on the dialog itself, not its content, hit the backdrop.
    if (target.matches('dialog.drawer, dialog.promo') && !('closedBy' in target))
      (target as HTMLDialogElement).close();
  });
}

function obey(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}
