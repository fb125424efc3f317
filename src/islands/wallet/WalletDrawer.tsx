import { useEffect } from 'react';
import { forgetOutcome } from '#lib/wallet/purchase.ts';
import type { DrawerContentProps } from '../drawers.ts';
import { Wallet } from './Wallet.tsx';

/** The wallet as it is pulled out from the header's balance, and after a payment. */
export function WalletDrawer({ close }: DrawerContentProps) {
  useEffect(() => forgetOutcome, []);
  return <Wallet onDone={close} />;
}
