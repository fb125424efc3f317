/** Moves the focus to the section before its button is removed. */
export function keepFocus(button: HTMLElement): void {
  button.closest('section')?.focus({ preventScroll: true });
}
