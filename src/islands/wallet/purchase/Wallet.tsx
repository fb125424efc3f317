import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $session } from '#lib/member/account/store.ts';
import { openModal } from '#lib/shell/modal.ts';
import { $offer, loadOffer } from '#lib/wallet/purchase/offer.ts';
import { $purchase, chooseAgain } from '#lib/wallet/purchase/store.ts';
import { BundleList } from './BundleList.tsx';
import { Checkout } from './Checkout.tsx';
import { Outcome } from './Outcome.tsx';
import { Steps } from './Steps.tsx';

export function Wallet({ onDone }: { onDone: () => void }) {
  const offer = useStore($offer);
  const purchase = useStore($purchase);
  const session = useStore($session);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => void loadOffer(), []);

  const again = () => {
    chooseAgain();
    setChosen(null);
  };
  if (purchase.status === 'waiting' || purchase.status === 'bought' || purchase.status === 'failed') {
    return (
      <>
        <Steps current={purchase.status === 'bought' ? 'chat' : 'pay'} />
        <Outcome purchase={purchase} onDone={onDone} onRetry={again} />
      </>
    );
  }
  const bundle = offer.status === 'ready' ? offer.bundles.find(({ id }) => id === chosen) : undefined;
  if (offer.status === 'ready' && bundle) {
    return (
      <>
        <Steps current="pay" />
        <Checkout bundle={bundle} options={offer.paymentOptions} onChange={again} />
      </>
    );
  }
  const choose = (id: string) => {
    if (session.status === 'guest') openModal({ type: 'Register' });
    else setChosen(id);
  };
  return (
    <>
      <Steps current="package" />
      <BundleList offer={offer} onChoose={choose} />
    </>
  );
}
