import { useEffect } from 'react';
import { forgetOutcome } from '#lib/wallet/store.ts';
import type { DrawerContentProps } from '../../ui/props.ts';
import { Wallet } from './Wallet.tsx';

export function WalletDrawer({ close }: DrawerContentProps) {
  useEffect(() => forgetOutcome, []);
  return <Wallet onDone={close} />;
}
