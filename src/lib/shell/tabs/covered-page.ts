/** While the page is away, and until it is known who comes back to it. Its parts stay as they are. */
export function coverPage(isCovered: boolean): void {
  document.documentElement.style.visibility = isCovered ? 'hidden' : '';
}

/** For a page that is left for good: nothing of a member stays in it, wherever a browser keeps it. */
export function emptyPage(): void {
  coverPage(true);
  document.body.replaceChildren();
}
