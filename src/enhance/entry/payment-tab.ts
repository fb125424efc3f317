import { isChatOpenFor } from '#lib/wallet/purchase/payment-tab.ts';
import { find, readHook } from '../../lib/shell/start/hooks.ts';

/** If the chat's page is still open, this tab is done; otherwise it follows the link. */
const link = find<HTMLAnchorElement>(document, 'payment-tab');
if (link) {
  void isChatOpenFor(readHook(link, 'payment-tab') ?? '').then((isOpen) => {
    if (isOpen) link.remove();
    else location.replace(link.href);
  });
}
