/** px; a smaller covered height is a browser bar, not a keyboard. */
const KEYBOARD_FROM = 120;

/**
 * Sets how much of the page an on-screen keyboard covers (`--keyboard`), so that the input and its price stay visible.
 * Most browsers lay the keyboard over the page without telling CSS.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  const root = document.documentElement;
  const read = () => {
    // When zoomed in, the visible part is smaller without a keyboard.
    const covered = view.scale > 1.01 ? 0 : Math.round(root.clientHeight - view.height);
    root.style.setProperty('--keyboard', `${covered >= KEYBOARD_FROM ? covered : 0}px`);
  };
  view.addEventListener('resize', read);
}
