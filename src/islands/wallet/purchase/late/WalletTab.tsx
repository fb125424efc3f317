import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openDrawer } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import { $canCall, forgetOutcome } from '#lib/wallet/store.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useT } from '../../../ui/controls/Messages.tsx';
import { Wallet } from '../Wallet.tsx';

/** `onDone` returns to the tab from which it was opened. */
export function WalletTab({ onDone }: { onDone: () => void }) {
  const t = useT();
  useEffect(() => forgetOutcome, []);
  return (
    <div className="h-full overflow-y-auto overscroll-contain p-4">
      <h2 className="sr-only">{t('wallet.title')}</h2>
      <Wallet onDone={onDone} />
      <ByPhone />
    </div>
  );
}

/** For guests, who cannot have credits but can pay by phone. */
function ByPhone() {
  const t = useT();
  const canCall = useStore($canCall);
  const { status } = useStore($session);
  if (!canCall || status === 'member') return null;
  return (
    <Button look="quiet" className="mt-4 w-full" {...opens('dial-in')} onClick={() => openDrawer('dial-in')}>
      {t('phone.pay')}
    </Button>
  );
}
