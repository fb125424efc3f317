import { PAYMENT_KEY } from '#contract/site/site-path.ts';
import { tellDrawer } from '../shell/open-dialogs.ts';
import { awaitPayment } from '../wallet/purchase/purchase.ts';

/** Removes the payment from the URL and opens the wallet, which waits for it. */
export function returnFromPayment({ loggedIn }: { loggedIn: boolean }): void {
  const url = new URL(location.href);
  const payment = url.searchParams.get(PAYMENT_KEY);
  url.searchParams.delete(PAYMENT_KEY);
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  if (!payment || !loggedIn) return;
  tellDrawer('wallet');
  void awaitPayment(payment);
}
