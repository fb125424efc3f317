import { type Overlay, overlays } from '#lib/shell/late/overlays.ts';

const shown = new WeakMap<HTMLElement, Overlay>();

/** Called when something of the page has been opened or closed; only dialogs and popovers over the page count. */
export function followNativeOverlay(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement)) return;
  const isOpen = element.matches(':modal, [popover=""]:popover-open, [popover=auto]:popover-open');
  const known = shown.get(element);
  if (isOpen === Boolean(known)) return;
  if (known) {
    shown.delete(element);
    overlays.closed(known);
    return;
  }
  const overlay = { close: () => hide(element) };
  shown.set(element, overlay);
  overlays.opened(overlay);
}

const hide = (element: HTMLElement): void =>
  element instanceof HTMLDialogElement ? element.close() : element.hidePopover();
