import { useEffect } from 'react';
import { forgetOutcome } from '#lib/wallet/purchase/store.ts';
import { Wallet } from './Wallet.tsx';

/** `onDone` leads back to the chat. */
export function WalletTab({ onDone }: { onDone: () => void }) {
  useEffect(() => forgetOutcome, []);
  return (
    <div className="h-full overflow-y-auto overscroll-contain p-4">
      <Wallet onDone={onDone} />
    </div>
  );
}
