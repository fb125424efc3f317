import type { ReactNode } from 'react';
import { brand } from '#content/brand/index.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Offer } from '#lib/chat/session/offer.ts';
import { isUnwanted } from '#lib/chat/session/rejoin.ts';
import { joinChat } from '#lib/chat/session/session.ts';
import { type StageView, stageOf } from '#lib/chat/session/stage.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { openDrawer } from '#lib/shell/drawer.ts';
import { openModal } from '#lib/shell/modal.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useAlive } from '../../ui/use-alive.ts';
import { keepFocus } from '../room/keep-focus.ts';
import { Receipt } from './Receipt.tsx';
import { useLive } from './use-live.ts';

interface StageProps {
  offer: Offer;
  name: string;
  profileHref: string;
  related: ReactNode;
}

/** Shown over the picture while nothing plays. */
export function Stage({ offer, name, profileHref, related }: StageProps) {
  const t = useT();
  const view = stageOf(useLive($chat), offer);
  const words = wordsOf(view, name, t);
  const news = view.kind === 'ended' || view.kind === 'failed' ? words.title : '';
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {view.kind !== 'picture' && (
        <Card view={view} words={words} name={name} profileHref={profileHref} related={related} />
      )}
    </>
  );
}

interface CardProps extends Omit<StageProps, 'offer'> {
  view: Exclude<StageView, { kind: 'picture' }>;
  words: { title: string; text: string };
}

function Card({ view, words, name, profileHref, related }: CardProps) {
  const t = useT();
  const isAlive = useAlive();
  const isBrowserAtFault = view.kind === 'failed' && (view.what === 'browser' || view.what === 'format');
  const isOpen = view.offer === 'free' || view.offer === 'paid' || view.offer === 'register';
  return (
    <div className="stream-card">
      <div className="w-full">
        <h2 className="text-balance font-bold text-2xl">{words.title}</h2>
        <p className="mx-auto mt-2 max-w-sm text-pretty text-white/90">{words.text}</p>
        {view.kind !== 'offer' && <Receipt />}
        {/* Disabled until hydration: an earlier click would be lost. */}
        <fieldset
          disabled={!isAlive}
          className="mt-5 flex flex-wrap justify-center gap-3 [&_button]:disabled:opacity-100"
        >
          {view.kind === 'ended' && view.reason === 'no_credits' && (
            <Button onClick={() => openDrawer('wallet')}>{t('header.addCredits')}</Button>
          )}
          {!isBrowserAtFault && <GoOn offer={view.offer} name={name} again={view.kind !== 'offer'} />}
          {(view.kind !== 'offer' || !isOpen) && (
            <a href={profileHref} className="btn stream-quiet">
              {t('stream.profile')}
            </a>
          )}
        </fieldset>
        {!(view.kind === 'offer' && isOpen) && related}
      </div>
    </div>
  );
}

function wordsOf(view: StageView, name: string, t: ReturnType<typeof useT>) {
  switch (view.kind) {
    case 'picture':
      return { title: '', text: '' };
    case 'ended':
      return {
        title: t(`chat.ended.${view.reason satisfies EndReason}`, { name }),
        text: isUnwanted(view.reason) ? t('chat.rejoins') : '',
      };
    case 'failed': {
      if (view.what === 'browser') return { title: t('chat.noSupport'), text: t('chat.noSupportText') };
      if (view.what === 'format')
        return { title: t('chat.noFormat'), text: t('chat.noFormatText', { name }) };
      const title = view.what === 'picture' ? t('chat.noPicture') : t('chat.failed');
      return { title, text: t('chat.nothingCharged') };
    }
    case 'offer':
      return offerWords(view.offer, name, t);
  }
}

function offerWords(offer: Exclude<Offer, 'free'>, name: string, t: ReturnType<typeof useT>) {
  const values = { name, credits: prices.chatMinute, welcome: brand.welcomeCredits };
  switch (offer) {
    case 'paid':
      return { title: t('chat.startTitle', values), text: t('chat.startText', values) };
    case 'register':
      return { title: t('chat.registerTitle'), text: t('chat.registerText', values) };
    case 'paused':
      return { title: t('stream.paused', values), text: t('stream.offlineText') };
    case 'busy':
      return { title: t('chat.busy', values), text: t('stream.offlineText') };
    case 'offline':
      return { title: t('stream.offline', values), text: t('stream.offlineText') };
  }
}

function GoOn({ offer, name, again }: { offer: Offer; name: string; again: boolean }) {
  const t = useT();
  if (offer === 'register') {
    return (
      <>
        <Button onClick={() => openModal({ type: 'Register' })}>{t('header.signUp')}</Button>
        <button type="button" className="btn stream-quiet" onClick={() => openModal({ type: 'Login' })}>
          {t('header.login')}
        </button>
      </>
    );
  }
  if (offer !== 'free' && offer !== 'paid') return null;
  const paid = again ? 'chat.againPaid' : 'chat.start';
  return (
    <Button
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        void joinChat(name);
      }}
    >
      {offer === 'free' ? t('chat.again') : t(paid, { credits: prices.chatMinute })}
    </Button>
  );
}
