import { Wallet } from './Wallet.tsx';

/** `onDone` leads back to the chat. */
export function WalletTab({ onDone }: { onDone: () => void }) {
  return (
    <div className="h-full overflow-y-auto overscroll-contain p-4">
      <Wallet onDone={onDone} />
    </div>
  );
}
