/** What older browsers do not do by themselves: the buttons and the outside of the page's native drawers. */
export function helpDialogs(target: Element): void {
  const button = target.closest<HTMLButtonElement>('button[commandfor]');
  if (button && !('commandForElement' in button)) obey(button);
  // A click on the element itself, not on what is in it, was on its backdrop.
  if (target.matches('dialog.drawer, dialog.promo') && !('closedBy' in target))
    (target as HTMLDialogElement).close();
  // What leads on to a dialog or drawer of the page leaves the one it stands in.
  if (target.closest('[data-modal], [data-drawer]')) target.closest('dialog')?.close();
}

function obey(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}
