/** Handler for `keydown`: F6 moves the focus from the page through the pop-ups and back; with Shift in reverse. */
export function createStepByF6(): (event: KeyboardEvent) => void {
  let cameFrom: Element | null = null;
  return (event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
    const popups = [...document.querySelectorAll<HTMLElement>('.popup')];
    const at = popups.findIndex((popup) => popup.contains(document.activeElement));
    if (at < 0) cameFrom = document.activeElement;
    const from = at < 0 && event.shiftKey ? popups.length : at;
    const next = popups[from + (event.shiftKey ? -1 : 1)];
    const target = next
      ? (next.querySelector('textarea') ?? next.querySelector('.popup-name'))
      : cameFrom?.isConnected && cameFrom !== document.body
        ? cameFrom
        : document.querySelector('main');
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  };
}
