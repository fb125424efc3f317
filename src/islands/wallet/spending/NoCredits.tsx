import { useStore } from '@nanostores/react';
import { Wallet as WalletIcon } from 'lucide-react';
import { vipMinimum } from '#contract/chat/prices.ts';
import { prices } from '#contract/wallet/prices.ts';
import { $prices } from '#lib/chat/prices.ts';
import { openDrawer } from '#lib/shell/start/dialogs.ts';
import { forgetOffer } from '#lib/wallet/purchase/offer.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { DialogText, DialogTitle } from '../../ui/Dialog.tsx';
import type { ModalContentProps } from '../../ui/use-overlay.ts';

interface NotEnoughProps {
  text: string;
  close: () => void;
  /** The wallet may have been shown before the member owed something. */
  owes?: boolean;
}

function NotEnough({ text, close, owes = false }: NotEnoughProps) {
  const t = useT();
  const toWallet = () => {
    close();
    if (owes) forgetOffer();
    openDrawer('wallet');
  };
  return (
    <>
      <WalletIcon aria-hidden className="mb-4 size-10 text-accent-ink" strokeWidth={1.5} />
      <DialogTitle>{t('wallet.noCredits.title')}</DialogTitle>
      <DialogText>{text}</DialogText>
      <div className="mt-6 grid gap-2">
        <Button onClick={toWallet} className="min-h-12 text-base">
          {t('wallet.noCredits.buy')}
        </Button>
        <Button look="quiet" onClick={close} className="min-h-12">
          {t('wallet.noCredits.later')}
        </Button>
      </div>
    </>
  );
}

/** Missing credits while messaging, watching or joining, or a debt. */
export function NoCredits({ modal, close }: ModalContentProps<'NoCredits'>) {
  const t = useT();
  const { chat } = useStore($prices);
  const texts = {
    messaging: t('wallet.noCredits.messaging', { price: prices.message }),
    stream: t('wallet.noCredits.stream'),
    joining: t('wallet.noCredits.joining', { price: chat }),
    debt: t('wallet.debt.refused'),
  };
  return <NotEnough text={texts[modal.variant]} close={close} owes={modal.variant === 'debt'} />;
}

/** The server refused a tip. */
export function NoCreditsForTip({ close }: ModalContentProps<'NoCreditsForTip'>) {
  const t = useT();
  return <NotEnough text={t('wallet.noCredits.tipRefused')} close={close} />;
}

/** A tip above the balance, which was not sent. */
export function NoCreditsTip({ modal, close }: ModalContentProps<'NoCreditsTip'>) {
  const t = useT();
  const balance = useStore($wallet).credits ?? 0;
  return (
    <NotEnough text={t('wallet.noCredits.tip', { count: balance, amount: modal.amount })} close={close} />
  );
}

export function NoCreditsForVip({ close }: ModalContentProps<'NoCreditsForVip'>) {
  const t = useT();
  const own = useStore($prices);
  const values = { minimum: vipMinimum(own), price: own.vip };
  return <NotEnough text={t('wallet.noCredits.vip', values)} close={close} />;
}
