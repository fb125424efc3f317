import { useEffect } from 'react';
import { forgetOutcome } from '#lib/wallet/purchase/purchase.ts';
import type { DrawerContentProps } from '../../ui/contents.ts';
import { Wallet } from './Wallet.tsx';

/** The wallet as it is pulled out from the header's balance, and after a payment. */
export function WalletDrawer({ close }: DrawerContentProps) {
  useEffect(() => forgetOutcome, []);
  return <Wallet onDone={close} />;
}
