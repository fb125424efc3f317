import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { brand } from '#content/brand/index.ts';
import { unitCredits } from '#contract/chat/prices.ts';
import { declinePaid } from '#lib/chat/free-time.ts';
import { $chatRest, secondsOf } from '#lib/chat/rests.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import { opens } from '#lib/shell/open-dialogs.ts';
import { openDrawer, openModal } from '#lib/shell/start/dialogs.ts';
import { shortClockOf } from '#lib/site/numbers.ts';
import { $canCall, $wallet } from '#lib/wallet/store.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { keepFocus } from '../../../ui/controls/hooks.ts';
import { useT } from '../../../ui/controls/Messages.tsx';
import { usePrices } from '../../use-prices.ts';

/** Shown when free chat has become paid: the price, and a choice without a time limit. */
export function GoesPaid({ name, offer }: { name: string; offer: 'paid' | 'register' }) {
  const t = useT();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element may have been removed with the picture; a field in use elsewhere keeps its focus.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, []);
  const { chat } = usePrices();
  const values = { name, credits: chat, welcome: brand.welcomeCredits };
  return (
    <div ref={card} tabIndex={-1} role="alert" className="stream-card">
      <div className="w-full">
        <h2 className="text-balance font-bold text-2xl">{t('chat.goesPaid.title', values)}</h2>
        <p className="mx-auto mt-2 max-w-sm text-pretty text-white/90">
          {t(offer === 'paid' ? 'chat.goesPaid.text' : 'chat.goesPaid.guest', values)}
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {offer === 'paid' ? <Pay name={name} /> : <SignUp />}
          <button
            type="button"
            className="btn stream-quiet"
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget);
              declinePaid();
            }}
          >
            {t('chat.stop')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Offers paid chat only if the balance or a rest pays for it. */
function Pay({ name }: { name: string }) {
  const t = useT();
  const { credits } = useStore($wallet);
  const rest = useStore($chatRest);
  const prices = usePrices();
  if (!rest && credits !== null && credits < unitCredits(prices, 'chat'))
    return (
      <Button {...opens('wallet')} onClick={() => openDrawer('wallet')}>
        {t('header.addCredits')}
      </Button>
    );
  return (
    <Button
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        void pageChat.joinChat(name, 'chat');
      }}
    >
      {rest
        ? t('chat.goOnPaid', { time: shortClockOf(secondsOf(rest)) })
        : t('chat.againPaid', { credits: prices.chat })}
    </Button>
  );
}

function SignUp() {
  const t = useT();
  const canCall = useStore($canCall);
  return (
    <>
      <Button {...opens('Register')} onClick={() => openModal({ type: 'Register' })}>
        {t('header.signUp')}
      </Button>
      <button
        type="button"
        className="btn stream-quiet"
        {...opens('Login')}
        onClick={() => openModal({ type: 'Login' })}
      >
        {t('header.login')}
      </button>
      {canCall && (
        <button
          type="button"
          className="btn stream-quiet"
          {...opens('dial-in')}
          onClick={() => openDrawer('dial-in')}
        >
          {t('phone.pay')}
        </button>
      )}
    </>
  );
}
