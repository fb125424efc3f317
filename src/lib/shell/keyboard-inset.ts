/** px below which a bar of the browser, not a keyboard, is what covers the page. */
const KEYBOARD_FROM = 120;

/**
 * Tells the styles how much of the page an on-screen keyboard covers (`--keyboard`), so that what is typed and what it
 * costs stay in view. Most browsers lay the keyboard over the page without a word to CSS.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  const root = document.documentElement;
  const read = () => {
    // Zoomed in, the visible part is small for another reason.
    const covered = view.scale > 1.01 ? 0 : Math.round(root.clientHeight - view.height);
    root.style.setProperty('--keyboard', `${covered >= KEYBOARD_FROM ? covered : 0}px`);
  };
  view.addEventListener('resize', read);
}
