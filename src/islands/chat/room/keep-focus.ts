/** Before a button goes away: its section takes the focus, so that a keyboard goes on from where it was. */
export function keepFocus(button: HTMLElement): void {
  button.closest('section')?.focus({ preventScroll: true });
}
