import { isChatOpenFor } from '#lib/wallet/purchase/payment-tab.ts';
import { find, said } from './hooks.ts';

/** Beside a chat that is still open the tab has done its work; where it is the only one, the link is followed. */
const link = find<HTMLAnchorElement>(document, 'payment-tab');
if (link) {
  void isChatOpenFor(said(link, 'payment-tab') ?? '').then((isOpen) => {
    if (isOpen) link.remove();
    else location.replace(link.href);
  });
}
