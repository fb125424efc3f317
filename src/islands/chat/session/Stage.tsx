import { lazy, type ReactNode, Suspense, useState } from 'react';
import { brand } from '#content/brand/index.ts';
import type { ChatType } from '#contract/chat/session.ts';
import { prices } from '#contract/wallet/prices.ts';
import {
  type EndedChat,
  endTextsOf,
  endTitleOf,
  isAway,
  isFinal,
  keepsRest,
  type NextStep,
  nextStepOf,
} from '#lib/chat/session/end-card.ts';
import { $meter } from '#lib/chat/session/meter.ts';
import type { Offer } from '#lib/chat/session/offer.ts';
import { $rejoins } from '#lib/chat/session/rejoin.ts';
import { pageChat } from '#lib/chat/session/session.ts';
import { type StageView, stageOf } from '#lib/chat/session/stage.ts';
import { $chat, $ownShow, type Chat } from '#lib/chat/session/store.ts';
import { openDrawer } from '#lib/shell/drawer.ts';
import { openModal } from '#lib/shell/modal.ts';
import { $dialIn } from '#lib/wallet/dial-in/store.ts';
import { $wallet } from '#lib/wallet/spending/store.ts';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { useAlive } from '../../ui/use-alive.ts';
import { keepFocus } from '../room/keep-focus.ts';
import { Receipt } from './Receipt.tsx';
import { useLive } from './use-live.ts';

const ShowOrWait = lazy(() => import('../vip/ShowOrWait.tsx').then((m) => ({ default: m.ShowOrWait })));

/** Whether the performer is in a show, or on the break after it. */
const isShow = (view: CardProps['view']): boolean =>
  view.offer === 'busy' ||
  (view.kind === 'ended' && view.reason === 'vip-started' && view.offer === 'paused');

interface StageProps {
  offer: Offer;
  name: string;
  profileHref: string;
  related: ReactNode;
  /** Guests can pay by phone. */
  canCall?: boolean | undefined;
}

/** Shown over the picture while nothing plays. */
export function Stage({ offer, ...props }: StageProps) {
  const t = useT();
  const chat = useLive($chat);
  const view = stageOf(chat, offer);
  const next = useNextStep(view);
  const wasAway = useWasAway(chat, offer);
  const { price } = useLive($dialIn);
  const rejoins = useLive($rejoins);
  const isOwn = useLive($ownShow) !== null;
  const words = wordsOf({ view, next, wasAway, rejoins, isOwn, name: props.name, price }, t);
  const news = view.kind === 'ended' || view.kind === 'failed' ? words.title : '';
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {view.kind !== 'picture' && <Card {...props} view={view} words={words} next={next} isOwn={isOwn} />}
    </>
  );
}

/** Before the first chat the server decides: the rest of an earlier minute may be left. */
function useNextStep(view: StageView): NextStep {
  const balance = useLive($wallet).credits;
  const { leftMs } = useLive($meter);
  if (view.kind === 'picture' || (view.kind === 'ended' && isFinal(view.reason))) return null;
  const hasRest = view.kind === 'offer' || (view.kind === 'ended' && keepsRest(view.reason, leftMs));
  return nextStepOf(view.offer, { balance, price: prices.chatMinute, hasRest });
}

/** Whether the performer has been away since this chat ended. */
function useWasAway(chat: Chat, offer: Offer): boolean {
  const [seen, setSeen] = useState({ chat, wasAway: false });
  const wasAway = (seen.chat === chat && seen.wasAway) || isAway(offer);
  if (seen.chat !== chat || seen.wasAway !== wasAway) setSeen({ chat, wasAway });
  return wasAway;
}

interface CardProps extends Omit<StageProps, 'offer'> {
  view: Exclude<StageView, { kind: 'picture' }>;
  words: { title: string; text: string };
  next: NextStep;
  /** The performer is in a show with this member: there is nothing better to do than to go on with it. */
  isOwn: boolean;
}

function Card({ view, words, next, isOwn, name, profileHref, related, canCall }: CardProps) {
  const t = useT();
  const isAlive = useAlive();
  const isBrowserAtFault = view.kind === 'failed' && (view.what === 'browser' || view.what === 'format');
  const isOpen =
    view.offer === 'free' || view.offer === 'paid' || view.offer === 'phone' || view.offer === 'register';
  return (
    <div className="stream-card">
      <div className="w-full">
        <h2 className="text-balance font-bold text-2xl">{words.title}</h2>
        {words.text !== '' && <p className="mx-auto mt-2 max-w-sm text-pretty text-white/90">{words.text}</p>}
        {view.kind !== 'offer' && <Receipt />}
        {/* Disabled until hydration: an earlier click would be lost. */}
        <fieldset
          disabled={!isAlive}
          className="mt-5 flex flex-wrap justify-center gap-3 [&_button]:disabled:opacity-100"
        >
          {!isBrowserAtFault && <GoOn next={next} name={name} again={view.kind !== 'offer'} />}
          {!isBrowserAtFault && next === 'register' && canCall && view.offer === 'register' && (
            <button type="button" className="btn stream-quiet" onClick={() => openDrawer('dial-in')}>
              {t('phone.pay')}
            </button>
          )}
          {!isOwn && (view.kind !== 'offer' || !isOpen) && (
            <a href={profileHref} className="btn stream-quiet">
              {t('stream.profile')}
            </a>
          )}
        </fieldset>
        {/* Not on the server, which would finish it by a script in the page. */}
        {isAlive && isShow(view) && (
          <Suspense>
            <ShowOrWait name={name} onGoOn={keepFocus} />
          </Suspense>
        )}
        {!(view.kind === 'offer' && isOpen) && related}
      </div>
    </div>
  );
}

interface Told {
  view: StageView;
  next: NextStep;
  wasAway: boolean;
  rejoins: ChatType | null;
  /** The performer is in a show with this member. */
  isOwn: boolean;
  name: string;
  /** Of a minute by phone. */
  price: string;
}

function wordsOf({ view, next, wasAway, rejoins, isOwn, name, price }: Told, t: ReturnType<typeof useT>) {
  const textOf = (ended: EndedChat): string =>
    endTextsOf(ended, next)
      .map((key) => t(key, { ...valuesOf(name), price }))
      .join(' ');
  switch (view.kind) {
    case 'picture':
      return { title: '', text: '' };
    case 'ended':
      return {
        title: t(endTitleOf({ ...view, wasAway }), { name }),
        // What the show costs and how long it is kept stands at its button.
        text: isOwn && rejoins === null ? '' : textOf({ ...view, wasAway, rejoins }),
      };
    case 'failed': {
      if (view.what === 'browser') return { title: t('chat.noSupport'), text: t('chat.noSupportText') };
      if (view.what === 'format')
        return { title: t('chat.noFormat'), text: t('chat.noFormatText', { name }) };
      const title = view.what === 'picture' ? t('chat.noPicture') : t('chat.failed');
      return { title, text: textOf({ reason: 'failed', offer: view.offer, wasAway, rejoins }) };
    }
    case 'offer':
      if (isOwn) return { title: t('vip.own.title', { name }), text: '' };
      return view.offer === 'phone'
        ? { title: t('chat.startTitle', { name }), text: t('phone.goOnText', { price }) }
        : offerWords(view.offer, name, t);
  }
}

const valuesOf = (name: string) => ({ name, credits: prices.chatMinute, welcome: brand.welcomeCredits });

function offerWords(offer: Exclude<Offer, 'free' | 'phone'>, name: string, t: ReturnType<typeof useT>) {
  const values = valuesOf(name);
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

function GoOn({ next, name, again }: { next: NextStep; name: string; again: boolean }) {
  const t = useT();
  if (next === 'register') {
    return (
      <>
        <Button onClick={() => openModal({ type: 'Register' })}>{t('header.signUp')}</Button>
        <button type="button" className="btn stream-quiet" onClick={() => openModal({ type: 'Login' })}>
          {t('header.login')}
        </button>
      </>
    );
  }
  if (next === 'topUp') return <Button onClick={() => openDrawer('wallet')}>{t('header.addCredits')}</Button>;
  if (next === null) return null;
  const paid = again ? 'chat.againPaid' : 'chat.start';
  return (
    <Button
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget);
        void pageChat.joinChat(name);
      }}
    >
      {next === 'phone'
        ? t('phone.goOn')
        : next === 'free'
          ? t('chat.again')
          : t(paid, { credits: prices.chatMinute })}
    </Button>
  );
}
