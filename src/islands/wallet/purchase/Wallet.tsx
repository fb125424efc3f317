import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { openModal } from '#lib/shell/start/dialogs.ts';
import { $session } from '#lib/shell/start/session.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { $choice, changeBundle, chooseBundle } from '#lib/wallet/purchase/choice.ts';
import { $offer, forgetOffer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { $purchase, chooseAgain, forgetOutcome } from '#lib/wallet/store.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import type { DrawerContentProps } from '../../ui/use-overlay.ts';
import { BundleList } from './BundleList.tsx';
import { Checkout } from './Checkout.tsx';
import { Outcome } from './Outcome.tsx';

export function Wallet({ onDone }: { onDone: () => void }) {
  const offer = useStore($offer);
  const purchase = useStore($purchase);
  const session = useStore($session);
  const choice = useStore($choice);
  useEffect(() => {
    // Locked in another tab: the first step shows until when.
    const isLockedNow = purchase.status === 'refused' && purchase.label === 'badRequest.limit.coolOff';
    if (purchase.status === 'bought' || isLockedNow) forgetOffer();
  }, [purchase]);
  // After the effect that forgets it, which would drop the first answer.
  useEffect(() => {
    if (offer.status === 'unknown') void loadOffer();
  }, [offer]);

  const toBundles = () => {
    changeBundle();
    chooseAgain();
  };
  const toCheckout = () => {
    if (choice.bundle !== null) chooseBundle(choice.bundle);
    chooseAgain();
  };
  if (purchase.status === 'waiting' || purchase.status === 'bought' || purchase.status === 'failed') {
    return (
      <>
        <Steps current={purchase.status === 'bought' ? 'chat' : 'pay'} />
        <Outcome purchase={purchase} onDone={onDone} onRetry={toCheckout} onOther={toBundles} />
      </>
    );
  }
  const isLocked = offer.status === 'ready' && offer.coolOffUntil !== null;
  const bundle = offer.status === 'ready' ? offer.bundles.find(({ id }) => id === choice.bundle) : undefined;
  if (
    offer.status === 'ready' &&
    bundle &&
    !isLocked &&
    choice.step === 'pay' &&
    session.status === 'member'
  ) {
    return (
      <>
        <Steps current="pay" />
        <Checkout
          bundle={bundle}
          options={offer.paymentOptions}
          billing={offer.billing}
          onChange={toBundles}
        />
      </>
    );
  }
  const choose = (id: string) => {
    // After the login a guest continues with it as a member.
    chooseBundle(id);
    if (session.status === 'guest') openModal({ type: 'Login' });
  };
  return (
    <>
      <Steps current="package" />
      <BundleList offer={offer} chosen={bundle?.id ?? null} onChoose={choose} />
    </>
  );
}

const steps = ['package', 'pay', 'chat'] as const;
type Step = (typeof steps)[number];

const stepNames: Readonly<Record<Step, MessageKey>> = {
  package: 'wallet.step.package',
  pay: 'wallet.step.pay',
  chat: 'wallet.step.chat',
};

function Steps({ current }: { current: Step }) {
  const t = useT();
  const reached = steps.indexOf(current);
  return (
    <ol aria-label={t('wallet.steps')} className="mb-6 grid grid-cols-3 gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={`border-t-3 pt-1.5 font-semibold text-xs ${index <= reached ? 'border-accent text-ink' : 'border-line text-ink-soft'}`}
        >
          {`${index + 1}. ${t(stepNames[step])}`}
        </li>
      ))}
    </ol>
  );
}

export function WalletDrawer({ close }: DrawerContentProps) {
  useEffect(() => forgetOutcome, []);
  return <Wallet onDone={close} />;
}
