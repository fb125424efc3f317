/**
 * An error page is answered where it was asked for, so that a search engine sees its status there (docs/decisions/0018).
 * Some have an address of their own besides: the browser shows that one.
 */
export function showAddress(): void {
  const address = document.querySelector<HTMLElement>('[data-address]')?.dataset.address;
  if (address) history.replaceState(history.state, '', address);
}
