/** Moves the focus to the dialog or section before its button is removed. */
export function keepFocus(button: HTMLElement): void {
  button.closest<HTMLElement>('[role=dialog], [role=alertdialog], section')?.focus({ preventScroll: true });
}
